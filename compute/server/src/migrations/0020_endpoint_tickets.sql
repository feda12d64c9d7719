-- A ticket leads a person who is signed in at the dashboard into an endpoint that is for their company: once, and within a
-- minute. It ends with the session.
create table endpoint_tickets (
  ticket_sha256 bytea primary key,
  session_id text not null references sessions (id) on delete cascade,
  company_id text not null references companies (id),
  deployment_id text not null references deployments (deployment_id) on delete cascade,
  -- Where at the endpoint the person was going.
  path text not null,
  expires_at timestamptz(3) not null
);
create index endpoint_tickets_expires_at on endpoint_tickets (expires_at);
create index endpoint_tickets_session_id on endpoint_tickets (session_id);
create index endpoint_tickets_deployment_id on endpoint_tickets (deployment_id);
