-- Days are summed up by what is calm in them, and scored by the calendar: all sums, and the figures that stand on them, are to be
-- made again. Until then a company reads the scores of before, under the version of their method.
insert into subject_days_due (viewer, subject_id, from_day, due_at)
select distinct viewer, subject_id, date '1970-01-01', now() from subject_days
 where exists (select from subjects where id = subject_id)
    on conflict (viewer, subject_id) do update set from_day = least(subject_days_due.from_day, excluded.from_day);
insert into figures_due (company_id, from_day, due_at)
select company_id, date '1970-01-01', now() from company_figures
    on conflict (company_id) do update set from_day = least(figures_due.from_day, excluded.from_day);
