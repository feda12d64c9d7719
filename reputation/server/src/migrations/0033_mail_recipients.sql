-- Who receives mail has agreed to it: an address is asked once, and gets nothing more until it is confirmed. What was decided
-- holds for all channels of the company. Addresses that receive mail already count as confirmed.
create table mail_recipients (
  id text primary key,
  company_id text not null references companies (id),
  address text not null,
  state text not null check (state in ('waiting', 'confirmed', 'stopped')),
  created_at timestamptz(3) not null,
  -- When the recipient decided, by a link.
  decided_at timestamptz(3),
  -- How often the company has asked since then, so that nobody is asked again and again.
  requests integer not null default 0,
  requests_since timestamptz(3),
  -- When a request was last sent.
  requested_at timestamptz(3),
  -- When the next is to be sent; null where none is.
  due_at timestamptz(3),
  tries integer not null default 0,
  error text,
  leased_by text,
  leased_until timestamptz(3)
);

create unique index mail_recipients_of_company on mail_recipients (company_id, lower(address));
create index mail_recipients_due on mail_recipients (due_at) where due_at is not null;

-- Links in mails, by which a recipient decides. Each mail has one of its own, of which only the SHA-256 is kept.
create table mail_links (
  token_sha256 bytea primary key check (octet_length(token_sha256) = 32),
  recipient_id text not null references mail_recipients (id) on delete cascade,
  expires_at timestamptz(3) not null
);

create index mail_links_of_recipient on mail_links (recipient_id);
create index mail_links_expired on mail_links (expires_at);

-- Who has got a message, so that trying again for one recipient sends it to no other twice.
create table message_recipients (
  message_id text not null references messages (id) on delete cascade,
  recipient_id text not null references mail_recipients (id) on delete cascade,
  outcome text not null check (outcome in ('sent', 'refused')),
  at timestamptz(3) not null,
  primary key (message_id, recipient_id)
);

create index message_recipients_of_recipient on message_recipients (recipient_id);

insert into mail_recipients (id, company_id, address, state, created_at)
select distinct on (company_id, lower(address))
       'mrc_' || left(md5(company_id || ' ' || lower(address)), 26), company_id, address, 'confirmed', created_at
  from (select company_id, created_at, unnest(recipients) as address from message_channels where kind = 'email') as known
 order by company_id, lower(address), created_at;
