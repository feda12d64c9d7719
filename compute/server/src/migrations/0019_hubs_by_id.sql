-- Hubs are listed in pages, in the order of the bytes of their ids, whatever the collation of the database. Without this a
-- page sorts all of them, and there may be thousands.
create index hubs_by_id on hubs (hub_id collate "C");
