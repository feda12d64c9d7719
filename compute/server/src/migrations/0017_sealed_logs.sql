-- Kept lines are sealed: what a container writes may be secret. `lines_sealed` has in deflated form what stood in `lines`, which is
-- empty beside it; `sealing_key` is the id of its key. Rows of the release before stay in the clear until their age ends them, or
-- until `secrets reseal`.
alter table kept_logs
  alter column lines set default '[]',
  add column lines_sealed text,
  add column sealing_key text;

-- Nothing is left in it to compress.
alter table kept_logs alter column lines_sealed set storage external;

-- Found again when the key that seals is changed.
create index kept_logs_sealed on kept_logs (sealing_key) where sealing_key is not null;
