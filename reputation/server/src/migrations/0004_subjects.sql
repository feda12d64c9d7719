-- Subjects: the companies in the news. One that is operator-wide may be followed by every company (the tenant); a
-- company may define others for itself alone.
create table subjects (
  id text primary key,
  -- Whose it is; null: the operator's, for all.
  company_id text references companies (id),
  name text not null,
  -- Peers are those of one sector.
  sector text not null,
  -- The names under which the news speak of it, and what they may mean instead.
  definition jsonb not null,
  sample boolean not null default false,
  -- Names the definition and the analysis under which all stored articles have been searched for it; anything else than
  -- the present one makes them be searched again.
  searched_as text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create index subjects_of_company on subjects (company_id) where company_id is not null;

-- Counts the changes of subjects. Whoever takes articles in holds it while writing, so that a subject is searched for
-- either in the articles that come in or in those that are stored, and in each of them.
create table subjects_revision (
  revision bigint not null
);
insert into subjects_revision values (1);

-- A search of the stored articles for a subject that is new, or whose definition or analysis has changed, and how far it
-- has come: from the newest article of the last owner to the oldest of the first.
create table subject_searches (
  subject_id text primary key references subjects (id) on delete cascade,
  search_as text not null,
  at_owner text,
  at_published_at timestamptz(3),
  at_id text
);

-- Whom a company follows: itself, and those it is measured against.
create table company_subjects (
  company_id text not null references companies (id),
  subject_id text not null references subjects (id),
  role text not null check (role in ('own', 'peer')),
  primary key (company_id, subject_id)
);

create unique index company_subjects_own on company_subjects (company_id) where role = 'own';
create index company_subjects_by_subject on company_subjects (subject_id);

-- What a company may set about its figures; without a row everything is at its default.
create table company_figure_settings (
  company_id text primary key references companies (id),
  -- P(negative) from which an article about it is an alert.
  alert_threshold double precision not null check (alert_threshold between 0 and 1)
);
