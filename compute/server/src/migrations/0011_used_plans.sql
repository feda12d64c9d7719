-- A plan is deployed once: the operation that deployed it, or tries to again under the same idempotency key.
alter table plans add column used_by text;
