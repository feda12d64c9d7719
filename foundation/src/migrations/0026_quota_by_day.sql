-- Who has used how much of a month's quota on which day (UTC), and for what: the scope of the routes. It is written by the
-- statement that debits the month, under the lock on the month's row, so the days add up to it from the first full month on.
-- A give-back is counted on the day of its debit.
create table quota_use_by_day (
  company_id text not null references companies (id),
  day date not null,
  actor text not null,
  scope text not null,
  used integer not null,
  primary key (company_id, day, actor, scope)
) with (fillfactor = 50);

create index quota_use_by_age on quota_use_by_day (day);
