-- What a request with an idempotency key came to, so that the same request sent again, because its answer was lost, is
-- answered the same and does nothing twice.
create table idempotency_records (
  company_id text not null references companies (id),
  key text not null,
  -- SHA-256 of method, path and body: the key belongs to this request.
  fingerprint bytea not null,
  -- What the work calls itself in its own tables, so that a request which takes over from a process that died finds
  -- what was made. It outlives the lease.
  operation_id text not null,
  -- Who is at work, and until when nobody else may be; both null once there is an answer, or none that is final.
  lease text,
  leased_until timestamptz(3),
  -- The final answer.
  status smallint,
  content_type text,
  body text,
  created_at timestamptz(3) not null,
  primary key (company_id, key),
  check ((status is null) = (body is null))
);

create index idempotency_records_by_age on idempotency_records (created_at);
