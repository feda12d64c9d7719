-- Where an event stands in the feed of its company. Ids are made before a transaction commits, so that a later one may
-- become visible first; a reader that resumed behind it would miss the earlier one. Positions are given only to events that
-- are committed, under a lock on the company's row here: whatever has a higher one becomes visible later. Null for what
-- nobody has asked the feed for yet.
alter table deployment_events add column feed_position bigint;
create unique index deployment_events_in_feed on deployment_events (company_id, feed_position)
  where feed_position is not null;
create index deployment_events_not_in_feed on deployment_events (company_id, event_id) where feed_position is null;

create table event_feeds (
  company_id text primary key,
  -- The highest that was given: kept apart from the events, which are removed when they are old.
  last_position bigint not null
);
