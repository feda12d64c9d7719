-- Instances of simulated hubs. Nothing runs: where one stands follows from what is here and the time, so this is all that
-- has to outlive a restart of the service.
create table simulated_instances (
  hub_id text not null,
  name text not null,
  deployment_id text not null,
  company_id text not null,
  attempt integer not null,
  image text not null,
  gpus integer not null,
  job boolean not null,
  applied_at timestamptz(3) not null,
  -- How long its image takes to be pulled, and it to be started.
  pull_ms integer not null,
  start_ms integer not null,
  stopped_at timestamptz(3),
  primary key (hub_id, name)
);
