-- Messages that are due to people about their accounts. A message names no link: that is made when the message is sent, so
-- that its secret is never stored. Until then the operator sees what waits, and prints the link.
create table account_messages (
  id text primary key,
  company_id text not null references companies (id),
  user_id text not null references users (id),
  kind text not null check (kind in ('reset', 'invitation', 'password-changed')),
  created_at timestamptz(3) not null,
  sent_at timestamptz(3)
);

-- One of a kind waits for a person at most.
create unique index account_messages_waiting on account_messages (user_id, kind) where sent_at is null;
create index account_messages_old on account_messages (created_at);
