-- What the log is filtered by, found without going through all the rest: a seldom kind, a time, the failures among many
-- successes.
create index events_of_kind on events (company_id, kind, id);
create index webhook_deliveries_made on webhook_deliveries (webhook_id, made_at);
create index webhook_attempts_failed on webhook_attempts (webhook_id, at) where status is null or status < 200 or status > 299;
