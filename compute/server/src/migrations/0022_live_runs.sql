-- Heartbeats of the meter go through live runs a page at a time, in this order.
create index usage_segments_live_runs on usage_segments (company_id, allocation_id, run_started_at) where live;
drop index usage_segments_live;
