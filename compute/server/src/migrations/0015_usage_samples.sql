-- What each deployment that runs used in a minute, as its engine reported it: once a minute, for some days. `cpu_seconds` is
-- the sum since the start of the instance, so that a sample that is missing costs no processor time.
create table usage_samples (
  deployment_id text not null,
  minute timestamptz(3) not null,
  company_id text not null,
  attempt integer not null,
  at timestamptz(3) not null,
  cpu_seconds double precision not null,
  memory_bytes bigint not null,
  -- From 0 to 1; null where the engine does not report it.
  gpu_share real,
  primary key (deployment_id, minute)
);

-- What is past its age, oldest first.
create index usage_samples_by_age on usage_samples (minute);
