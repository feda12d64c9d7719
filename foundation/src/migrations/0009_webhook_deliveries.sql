-- One delivery per event and registration, whatever happens in between. The busiest tables of the path: no foreign keys,
-- each of which would lock a row of another table at every write.
create table webhook_deliveries (
  -- Follows from the event and the registration, so that there cannot be two.
  id text primary key,
  company_id text not null,
  webhook_id text not null,
  event_id text not null,
  -- `deliveredAt` of the body, which is the same on every attempt.
  made_at timestamptz(3) not null,
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed')),
  -- Attempts ever recorded, and those that have failed since the delivery was made or last sent again by hand.
  attempts integer not null default 0,
  failures integer not null default 0,
  -- When it is next to be attempted; null once it has ended. A claim moves it to the end of its lease, so what a dead
  -- process held falls due by itself.
  due_at timestamptz(3),
  -- Names the claim. Only who holds it may record an attempt.
  lease text,
  ended_at timestamptz(3),
  -- Why it failed, where no attempt tells.
  reason text,
  check ((state = 'pending') = (due_at is not null)),
  check ((state = 'pending') = (ended_at is null))
);

-- The time of the event, so that ids ascend with it, and a hash of both.
create function webhook_delivery_id(event_id text, webhook_id text) returns text
  language sql immutable parallel safe
  return 'dlv_' || substr(event_id, 5, 10) || left(md5(event_id || ' ' || webhook_id), 16);

-- First attempts wait in their registration's lane, where a cap and a breaker can hold them; later ones are due when they are due.
create index webhook_deliveries_first on webhook_deliveries (webhook_id, due_at) where due_at is not null and failures = 0;
create index webhook_deliveries_again on webhook_deliveries (due_at) where due_at is not null and failures > 0;
create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, id);

create table webhook_attempts (
  delivery_id text not null,
  number integer not null,
  company_id text not null,
  webhook_id text not null,
  at timestamptz(3) not null,
  -- Null where there was no answer; `error` tells what there was instead.
  status smallint,
  duration_ms integer not null,
  error text,
  -- The first 4 kB of the answer, as they came.
  answer bytea,
  primary key (delivery_id, number)
);

create index webhook_attempts_of_webhook on webhook_attempts (webhook_id, at);
