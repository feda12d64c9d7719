-- A person was forgotten in these rows: when, and a hash of what stood there.
alter table deployments
  add column redacted_at timestamptz(3),
  add column original_sha256 bytea;
alter table deployment_events
  add column redacted_at timestamptz(3),
  add column original_sha256 bytea;

-- What is past its age, oldest first.
create index deployments_ended on deployments (ended_at) where ended_at is not null;
