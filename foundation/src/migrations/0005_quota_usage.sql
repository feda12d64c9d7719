-- What each company has used of its monthly quota. One hot row per company and month: every process debits it in
-- batches, so the row is kept narrow and its page has room for updates in place.
create table quota_usage (
  company_id text not null references companies (id),
  month date not null check (extract(day from month) = 1),
  used integer not null check (used >= 0),
  primary key (company_id, month)
) with (fillfactor = 50);

-- Who of a batch gets what: each cost in turn is granted whole if it still fits into the room left, else it is 0.
-- It runs under the row's lock, so the answer is exact whoever else is writing.
create function quota_grants(room integer, costs integer[]) returns integer[]
language plpgsql immutable as $$
declare
  grants integer[] := costs;
begin
  if coalesce((select sum(cost) from unnest(costs) as cost), 0) <= room then
    return costs;
  end if;
  for i in 1 .. cardinality(costs) loop
    if costs[i] <= room then
      room := room - costs[i];
    else
      grants[i] := 0;
    end if;
  end loop;
  return grants;
end
$$;
