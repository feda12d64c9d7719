-- Hubs, what is to run on them, and what became of it. What a hub is (its country, operator, nodes) stands in the
-- operator's file; here stands what was observed of it, and what of it is taken.

create table hubs (
  hub_id text primary key,
  -- As the operator's file had it last: what has left the file is still needed while something runs there.
  config jsonb not null default '{}',
  state text not null check (state in ('ready', 'draining', 'unreachable', 'disabled')),
  -- What the operator wants it to be while it answers.
  wanted text not null default 'ready' check (wanted in ('ready', 'draining', 'disabled')),
  -- The last proof of life; null before the first.
  seen_at timestamptz(3),
  -- When the silence began that may end in failover. Kept here, so that a restart neither evicts at once nor waits for
  -- ever; `grace_began_at` is later where a restart gave it anew.
  unreachable_since timestamptz(3),
  grace_began_at timestamptz(3),
  -- What the engine said of itself.
  engine_version text,
  observed_nodes jsonb
);

-- GPUs of one type at one hub. `free` has an element per node, in the order of `nodes`; who takes some writes the new
-- array under the version that was read.
create table hub_gpus (
  hub_id text not null references hubs,
  gpu_type text not null,
  nodes text[] not null,
  sizes integer[] not null,
  free integer[] not null,
  version bigint not null default 0,
  primary key (hub_id, gpu_type)
);

create table deployments (
  deployment_id text primary key,
  company_id text not null,
  -- A DNS label, unique among all that were ever made: what the gateway tells deployments apart by.
  endpoint_name text not null unique,
  name text,
  -- Of the request with an idempotency key that made it. Unique, so that the same request begun twice, by a process that
  -- died or stalled and by the one that took over, makes one deployment.
  operation_id text unique,
  spec jsonb not null,
  simulated boolean not null,
  cpu_only boolean not null,
  desired text not null check (desired in ('running', 'stopped')),
  status text not null check (
    status in ('scheduled', 'provisioning', 'running', 'degraded', 'failing_over', 'stopping', 'stopped', 'failed')
  ),
  reason text,
  -- For a person; says what to do.
  message text,
  status_since timestamptz(3) not null,
  -- Counts every change of status: a writer says which one it saw.
  version bigint not null default 0,
  -- Attempts begun so far; the current allocation's number.
  attempt integer not null default 0,
  -- Of the current allocation, or of the last.
  hub_id text,
  country text,
  price_usd_per_gpu_hour numeric(10, 4),
  carbon_intensity numeric(10, 2),
  carbon_grade text,
  -- The chosen hub, counts per reason of refusal, the best candidates.
  placement jsonb,
  -- While `scheduled`: when it is looked at again, and when it starts at the latest.
  start_at timestamptz(3),
  latest_start_at timestamptz(3),
  created_at timestamptz(3) not null,
  -- When it first ran.
  running_at timestamptz(3),
  ended_at timestamptz(3),
  -- The reconciler's: when the deployment wants to be looked at; null while a reconciler is at it, whose lease it then is
  -- as long as that lives, and while nothing is to be expected.
  due_at timestamptz(3),
  tries integer not null default 0,
  lease text,
  deleted_at timestamptz(3)
);

create index deployments_of_company on deployments (company_id, deployment_id desc) where deleted_at is null;
create index deployments_due on deployments (due_at) where due_at is not null;
create index deployments_leased on deployments (lease) where lease is not null;
create index deployments_of_hub on deployments (hub_id) where ended_at is null;

-- One attempt to run one deployment at one hub. `reserved` is the intent, written before the engine is called.
create table allocations (
  allocation_id text primary key,
  deployment_id text not null references deployments,
  company_id text not null,
  attempt integer not null,
  hub_id text not null,
  gpu_type text not null,
  gpus integer not null,
  -- `[{"name", "gpus"}]`
  nodes jsonb not null,
  -- Of the instance at the engine.
  instance_name text not null unique,
  state text not null check (state in ('reserved', 'applied', 'running', 'lost', 'released')),
  price_usd_per_gpu_hour numeric(10, 4) not null,
  reserved_at timestamptz(3) not null,
  applied_at timestamptz(3),
  -- By the engine's clock.
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- Since when something answers at the port, or the instance was found up.
  ready_at timestamptz(3),
  address jsonb,
  -- Since when nothing answers at its port.
  failing_since timestamptz(3),
  -- How often the engine had started it again by then: where a crash loop is counted from.
  restarts integer,
  restarts_at timestamptz(3),
  -- Why it ended.
  reason text,
  -- Set once the instance has been seen to have ended, and its GPUs are free again.
  released_at timestamptz(3),
  -- An ended instance is kept for its logs for a while; set once the engine has been told to forget it.
  removed_at timestamptz(3),
  unique (deployment_id, attempt)
);

create index allocations_live on allocations (hub_id) where released_at is null;
create index allocations_kept on allocations (hub_id) where removed_at is null;

-- The processes that work on deployments. One that has not been heard of past `alive_until` (the database's clock, which
-- all share) is dead, and whatever it was at is anybody's. The eldest watches the hubs.
create table reconcilers (
  reconciler_id text primary key,
  alive_until timestamptz(3) not null
);

-- Every change, append-only.
create table deployment_events (
  event_id text primary key,
  company_id text not null,
  -- Null for what concerns the company as a whole.
  deployment_id text,
  type text not null,
  status text,
  reason text,
  message text,
  hub_id text,
  attempt integer,
  -- `user`, `system` or an engine.
  actor text not null,
  data jsonb,
  at timestamptz(3) not null
);

create index deployment_events_of_deployment on deployment_events (deployment_id, event_id);
create index deployment_events_of_company on deployment_events (company_id, event_id);
