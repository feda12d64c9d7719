-- A person may screen and give verdicts too. `actor` says who did: `key:<id>` or `user:<id>`; `key_id` is null where no
-- key did. The previous release still writes `key_id` alone, as all older rows have it, so readers fall back to it:
-- rewriting the busiest table of the service would gain nothing.
alter table screenings
  alter column key_id drop not null,
  add column actor text,
  add constraint screenings_name_an_actor check (coalesce(actor, key_id) is not null) not valid;

alter table verdicts
  alter column key_id drop not null,
  add column actor text,
  add constraint verdicts_name_an_actor check (coalesce(actor, key_id) is not null) not valid;
