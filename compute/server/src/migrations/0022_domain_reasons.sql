-- Why the last check of a domain did not prove control, for programs; `message` is for people. The release before writes only that.
alter table endpoint_domains add column reason text
  check (reason in ('record_missing', 'record_differs', 'held_by_another', 'dns_unavailable'));
