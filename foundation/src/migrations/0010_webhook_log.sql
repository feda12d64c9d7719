-- What a company reads of its deliveries. The failed ones are found without going through all the others.
create index webhook_deliveries_failed on webhook_deliveries (webhook_id, id) where state = 'failed';

-- What an erasure leaves of an answer that named the person.
alter table webhook_attempts
  add column redacted_at timestamptz(3),
  add column original_sha256 bytea;
