-- When an article was published is one thing, when the service detected the alert another: `detected_at` is the latter
-- from here on. Rows of the previous release, which wrote the time of publication there, have no `published_at`.
alter table alerts add column published_at timestamptz(3);

drop index alerts_by_time;
create index alerts_by_detection on alerts (company_id, detected_at, (coalesce(published_at, detected_at)), id);
create index alerts_by_publication on alerts (company_id, (coalesce(published_at, detected_at)));
