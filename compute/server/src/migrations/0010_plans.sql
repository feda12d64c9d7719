-- What an agent was shown before it deploys, so that it deploys what was agreed to or nothing. Without values of
-- environment variables: those come with the deployment alone.
create table plans (
  plan_id text primary key,
  company_id text not null references companies (id),
  -- The request as it was planned.
  body jsonb not null,
  outcome text not null,
  hub_id text not null,
  price_usd_per_gpu_hour numeric(12, 4) not null,
  sovereignty text not null,
  planned_at timestamptz(3) not null
);

create index plans_by_age on plans (planned_at);
create index plans_by_company on plans (company_id);
