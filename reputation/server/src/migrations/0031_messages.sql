-- Messages to people, beside webhooks: where each company has them sent, and each message until it is sent. A message repeats
-- nothing of an article: what it says is read when it is sent, so that nobody who was erased meanwhile is in it.
create table message_channels (
  id text primary key,
  company_id text not null references companies (id),
  kind text not null check (kind in ('email', 'slack', 'teams')),
  name text not null,
  -- Of e-mail; empty for the others.
  recipients text[] not null,
  -- Of the others: whoever knows the address can write there.
  address_sealed text,
  -- The host that it leads to.
  host text,
  severities text[] not null,
  -- At which hour of the company's day the digest is sent; null for none.
  digest_hour integer check (digest_hour between 0 and 23),
  next_digest_at timestamptz(3),
  -- Of the company, when the digest was last scheduled.
  time_zone text not null,
  enabled boolean not null,
  created_at timestamptz(3) not null,
  created_by text not null,
  last_sent_at timestamptz(3),
  -- Since then every message has failed.
  failing_since timestamptz(3),
  last_error text,
  check ((kind = 'email') = (address_sealed is null)),
  check ((digest_hour is null) = (next_digest_at is null))
);

create index message_channels_of_company on message_channels (company_id, id);
create index message_channels_by_digest on message_channels (next_digest_at) where next_digest_at is not null;

create table messages (
  id text primary key,
  channel_id text not null references message_channels (id) on delete cascade,
  company_id text not null,
  kind text not null check (kind in ('alert', 'digest', 'test')),
  -- What it is about: nothing is said twice in a channel.
  about text not null,
  -- Of a digest: what it covers.
  covers_from timestamptz(3),
  covers_until timestamptz(3),
  made_at timestamptz(3) not null,
  state text not null default 'due' check (state in ('due', 'sent', 'failed', 'skipped')),
  -- Null once it has ended.
  due_at timestamptz(3),
  tries integer not null default 0,
  error text,
  ended_at timestamptz(3),
  leased_by text,
  leased_until timestamptz(3),
  unique (channel_id, about),
  check ((state = 'due') = (due_at is not null))
);

create index messages_due on messages (due_at) where due_at is not null;
create index messages_of_company on messages (company_id, made_at);
