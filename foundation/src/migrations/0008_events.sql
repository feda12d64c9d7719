-- The outbox: what has happened, written in the transaction that made it happen. An event never changes, but for an
-- erasure; that its deliveries are still to be made is a row of its own, which is cheaper to remove than an event to
-- rewrite. No foreign keys, which would lock a row of the company for every event.
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
  redacted_at timestamptz(3),
  original_sha256 bytea
);

create index events_of_company on events (company_id, id);

create table undispatched_events (
  event_id text primary key
);
