-- What people call a feed; null where nobody has said. The feed's own title is about its publisher.
alter table feeds add column name text;
