-- Who did it, as one text: `key:<id>` or `user:<id>`. Null for what the service did itself, and for what was written
-- before this or by the previous release, which says only `user` or `system` in `actor`; that column stays as it is.
alter table deployment_events add column caused_by text;
alter table deployments
  add column created_by text,
  add column deleted_by text;
