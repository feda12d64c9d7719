-- The last lines of what an attempt wrote, kept once its container has ended, because the container is then removed with its
-- log. `lines` is `[[milliseconds since 1970, 0 for stdout or 1 for stderr, text]]`; at most a quarter of a megabyte.
create table kept_logs (
  allocation_id text primary key,
  deployment_id text not null,
  company_id text not null,
  attempt integer not null,
  lines jsonb not null,
  -- Whether it is all that was written.
  complete boolean not null,
  kept_at timestamptz(3) not null,
  -- A person was forgotten in the lines: when, and a hash of what stood there.
  redacted_at timestamptz(3),
  original_sha256 bytea
);

create index kept_logs_of_deployment on kept_logs (company_id, deployment_id, attempt);
-- What is past its age, oldest first.
create index kept_logs_by_age on kept_logs (kept_at);
