-- Every screening is recorded before it is answered, because an answer that nobody can show later is worth nothing to
-- an auditor. This is the busiest table of the service: one index that serves look-ups and lists alike, no foreign keys
-- (each would lock a row of another table for every screening), and block range indexes for what only nightly jobs ask.

-- What screenings stood on: an engine and one version of each list. A few rows a day at the most, shared by all that
-- were made meanwhile.
create table screening_bases (
  id integer primary key generated always as identity,
  engine_version text not null,
  -- In ascending order.
  version_ids text[] not null,
  unique (engine_version, version_ids)
);

create table screenings (
  company_id text not null,
  -- Ascends with time.
  id text not null,
  key_id text not null,
  request_id text not null,
  at timestamptz(3) not null,
  basis_id integer not null,
  clean boolean not null,
  -- Everything that was asked; null once redacted.
  query jsonb,
  -- What was answered: the listed names with their similarities, in their order. Null once redacted.
  results jsonb,
  -- The answer was cut at its limit.
  more_matches boolean not null,
  -- Neither erased nor pruned while it holds.
  legal_hold boolean not null default false,
  redacted_at timestamptz(3),
  -- SHA-256 of query and results as they stood, so that a copy kept elsewhere can still be proved.
  original_sha256 bytea,
  primary key (company_id, id),
  check ((redacted_at is null) = (query is not null)),
  check ((redacted_at is null) = (results is not null)),
  check ((redacted_at is null) = (original_sha256 is null))
);

create index screenings_by_time on screenings using brin (at, basis_id) with (pages_per_range = 32);
