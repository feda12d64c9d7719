-- The outbox: what has happened, written in the transaction that made it happen. No foreign keys, which would lock a row
-- of the company for every event.
create table events (
  id text primary key,
  company_id text not null,
  kind text not null,
  tags text[] not null default '{}',
  -- The JSON text that every delivery carries, kept as text so that it stays the same to the byte; null once redacted.
  data text,
  at timestamptz(3) not null,
  -- A test event goes to one registration alone.
  only_webhook_id text,
  -- Null until its deliveries are made.
  dispatched_at timestamptz(3),
  redacted_at timestamptz(3),
  original_sha256 bytea
);

create index events_to_dispatch on events (id) where dispatched_at is null;
create index events_of_company on events (company_id, id);
