-- Fair shares: one company's twenty thousand articles do not hold up another's one. Until when an owner of articles (a
-- company, or the operator, whose id is empty) is in debt for what was worked on for it; the others come first.
create table news_debts (
  owner text primary key,
  debt_until timestamptz(3) not null
);

-- Since when something has been waiting, by the clock of the database: how late the news is. What the previous release
-- writes meanwhile has it too.
alter table touched_subjects add column waiting_since timestamptz(3) not null default now();
alter table subject_days_due add column waiting_since timestamptz(3) not null default now();
alter table figures_due add column waiting_since timestamptz(3) not null default now();
