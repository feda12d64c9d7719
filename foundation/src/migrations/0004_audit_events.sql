-- Every act of administration, written in the transaction that did it. Append-only: rows are never deleted, and the one
-- change allowed is the redaction of a person in "before" and "after", by a transaction that says it is an erasure.
-- The trigger guards against our own code; whoever owns the tables can drop it.
create table audit_events (
  id text primary key,
  at timestamptz(3) not null,
  -- Null where the act concerns no single company.
  company_id text references companies (id),
  actor text not null,
  action text not null,
  target text not null,
  before jsonb,
  after jsonb,
  request_id text,
  redacted_at timestamptz(3),
  -- SHA-256 of "before" and "after" as they stood, so that a copy kept elsewhere can still be proved.
  original_sha256 bytea
);

create index audit_events_of_company on audit_events (company_id, id);

create function audit_events_are_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('service.erasure', true) = 'on'
     and (new.id, new.at, new.company_id, new.actor, new.action, new.target, new.request_id)
         is not distinct from
         (old.id, old.at, old.company_id, old.actor, old.action, old.target, old.request_id)
     and new.redacted_at is not null
     and new.original_sha256 is not null
     and (old.original_sha256 is null or new.original_sha256 = old.original_sha256)
  then
    return new;
  end if;
  raise exception 'audit events are append-only: % refused', tg_op using errcode = 'restrict_violation';
end
$$;

create trigger audit_events_keep_rows before update or delete on audit_events
  for each row execute function audit_events_are_append_only();
create trigger audit_events_keep_table before truncate on audit_events
  for each statement execute function audit_events_are_append_only();
