-- Domains of companies' own that lead to deployments. Any company may claim any domain; the one whose token is in the DNS has
-- it. No two companies have one at a time.
create table endpoint_domains (
  domain text not null,
  company_id text not null references companies (id),
  deployment_id text not null references deployments (deployment_id) on delete cascade,
  -- What the TXT record holds.
  token text not null,
  status text not null default 'pending' check (status in ('pending', 'active', 'failing', 'disabled')),
  -- Why the last check did not find the record; for people.
  message text,
  failing_since timestamptz(3),
  failures integer not null default 0,
  created_at timestamptz(3) not null,
  checked_at timestamptz(3),
  due_at timestamptz(3) not null,
  primary key (company_id, domain)
);
create unique index endpoint_domains_served on endpoint_domains (domain) where status in ('active', 'failing');
create index endpoint_domains_due_at on endpoint_domains (due_at);
create index endpoint_domains_deployment_id on endpoint_domains (deployment_id);
