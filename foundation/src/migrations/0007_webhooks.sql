-- Registrations: where a company wants which of its events sent to.
create table webhooks (
  id text primary key,
  company_id text not null references companies (id),
  url text not null check (char_length(url) <= 2000),
  description text not null default '' check (char_length(description) <= 500),
  -- Null asks for every kind, those to come included.
  kinds text[],
  -- What a service offers beside the kinds, as the company chose it; an event that carries one of the tags is passed over.
  choices jsonb not null default '{}',
  skipped_tags text[] not null default '{}',
  -- Sealed with the service's own key; null: deliveries are not signed.
  secret_sealed text,
  -- Signs beside the newest one until a rotation's grace period is over.
  previous_secret_sealed text,
  previous_secret_until timestamptz(3),
  enabled boolean not null default true,
  -- Why it is disabled: by whose hand, or by the service, and since when.
  disabled_reason text,
  disabled_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- A deleted one is kept for the deliveries that name it, until they are pruned.
  deleted_at timestamptz(3),
  -- The receiver's health. Written when an attempt fails, and when one succeeds after failures: never on the usual path.
  failures_in_a_row integer not null default 0,
  failing_since timestamptz(3),
  -- The circuit breaker: null is closed; otherwise first attempts are held back, but for one probe at this time.
  probe_at timestamptz(3)
);

create index webhooks_of_company on webhooks (company_id, id) where deleted_at is null;
