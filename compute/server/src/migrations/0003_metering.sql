-- What deployments used, and how much of it a company may. Time is in whole GPU-milliseconds, so that sums are exact.
--
-- Whoever writes to several of these tables in one transaction, or to others beside them, locks in this order, so that
-- nobody waits in a circle: deployments, allocations, usage_segments, gpu_hours, gpu_hours_reserved, hub_gpus.

-- A run of an instance, from the start that its engine tells, in a row for each calendar month (UTC). The key makes a
-- second telling of the same run the same row, so nothing is ever counted twice.
create table usage_segments (
  allocation_id text not null references allocations,
  run_started_at timestamptz(3) not null,
  from_at timestamptz(3) not null,
  -- The first of the month that it lies in.
  month date not null,
  deployment_id text not null references deployments,
  company_id text not null,
  hub_id text not null,
  -- Of the cheapest hub that could have taken it at once, what its emissions are compared with; and by how much later it
  -- began than it was asked for.
  compared_hub_id text,
  delayed_ms bigint not null,
  gpu_type text not null,
  gpus integer not null check (gpus > 0),
  price_usd_per_gpu_hour numeric(10, 4) not null,
  -- Simulated time is counted, and never against the company's hours.
  simulated boolean not null,
  -- The last moment at which the run is known to have lived; its end, once it is over.
  metered_until timestamptz(3) not null,
  -- Grows until the run ends, or the month.
  live boolean not null,
  gpu_ms bigint not null,
  kwh double precision not null,
  gco2 double precision not null,
  avoided_gco2 double precision not null,
  primary key (allocation_id, run_started_at, from_at),
  check (metered_until >= from_at),
  check (gpu_ms = gpus * (extract(epoch from metered_until - from_at) * 1000)::bigint),
  check (month = date_trunc('month', from_at at time zone 'UTC')::date)
) with (fillfactor = 70);

create index usage_segments_live on usage_segments (company_id) where live;
create index usage_segments_of_company on usage_segments (company_id, month, deployment_id);
create index usage_segments_of_deployment on usage_segments (deployment_id);

-- What a company has used of a month's hours: always the sum of its segments that are not simulated, changed in the
-- transaction that changes them.
create table gpu_hours (
  company_id text not null,
  month date not null check (extract(day from month) = 1),
  used_ms bigint not null default 0 check (used_ms >= 0),
  -- The sum of what gpu_hours_reserved holds of this month.
  reserved_ms bigint not null default 0 check (reserved_ms >= 0),
  -- When the company was told of 80 %, and when the last of the hours was used.
  warned_at timestamptz(3),
  exhausted_at timestamptz(3),
  primary key (company_id, month)
) with (fillfactor = 50);

create index gpu_hours_exhausted on gpu_hours (month) where exhausted_at is not null;

-- The first minute of a deployment, from its admission until it has been used or the deployment ends. No reference to
-- deployments: it is written before them, in the same transaction.
create table gpu_hours_reserved (
  deployment_id text primary key,
  company_id text not null,
  month date not null,
  gpu_ms bigint not null check (gpu_ms > 0)
);

-- Companies with other hours than those of the Starter tier.
create table gpu_hour_limits (
  company_id text primary key references companies (id),
  limit_ms bigint not null check (limit_ms >= 0)
);
