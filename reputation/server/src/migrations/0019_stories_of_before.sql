-- Stories are written with the figures of their days: without this, those of days before the release that keeps stories
-- would be written only where something else makes these days due.
insert into figures_due (company_id, from_day, due_at)
select company_id, date '1970-01-01', now() from company_figures
    on conflict (company_id) do update set from_day = least(figures_due.from_day, excluded.from_day);
