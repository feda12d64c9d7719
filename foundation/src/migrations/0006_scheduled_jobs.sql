-- Jobs that one process at a time runs, each when it is due. When that is stands here, so that neither a restart nor a
-- second process runs one once more, and an operator can see how the last run went.
create table scheduled_jobs (
  name text primary key,
  due_at timestamptz(3) not null,
  leased_by text,
  leased_until timestamptz(3),
  -- The last run that succeeded, and what it did.
  succeeded_at timestamptz(3),
  report jsonb,
  -- Runs that have failed since.
  failures integer not null default 0
);
