-- Figures: what a company is told, made anew from mentions whenever those change, and read by the endpoints as it stands
-- here. Who sees the same articles shares what is made of them: a viewer is the operator (an empty id) for all companies
-- without articles of their own, and otherwise the company itself.

-- Written with every change of mentions, in the same transaction, and only ever added to, so that nobody waits for
-- another: from this day on, what is made of the owner's articles about the subject may be different.
create table touched_subjects (
  id bigint primary key generated always as identity,
  owner text not null,
  -- An asterisk: no subject in particular; the day has become one with news, or ceased to be.
  subject_id text not null,
  day date not null
);

-- Which subjects' sums have to be made anew, and for whom.
create table subject_days_due (
  viewer text not null,
  subject_id text not null references subjects (id) on delete cascade,
  -- Infinity while all that was asked for is being computed.
  from_day date not null,
  -- What whoever holds the lease is at.
  leased_from_day date,
  due_at timestamptz(3) not null,
  leased_by text,
  leased_until timestamptz(3),
  primary key (viewer, subject_id)
);

-- What a day's articles about a subject add up to, for a viewer: of this alone, scores are made.
create table subject_days (
  viewer text not null,
  subject_id text not null,
  day date not null,
  sums jsonb not null,
  primary key (viewer, subject_id, day)
);

-- Which companies' figures have to be made anew; columns as above.
create table figures_due (
  company_id text primary key references companies (id),
  from_day date not null,
  leased_from_day date,
  due_at timestamptz(3) not null,
  leased_by text,
  leased_until timestamptz(3)
);

-- How far a company's figures reach, and by which method.
create table company_figures (
  company_id text primary key references companies (id),
  last_day date not null,
  methodology_version text not null,
  computed_at timestamptz(3) not null,
  -- A sample is among what they are made of.
  sample boolean not null,
  -- The articles that moved each pillar most.
  drivers jsonb not null
);

create table sentiment_days (
  company_id text not null,
  day date not null,
  article_count integer not null,
  positive integer not null,
  neutral integer not null,
  negative integer not null,
  -- In [-1, 1].
  average_score double precision not null,
  primary key (company_id, day)
);

-- The eight pillars of every day with news, about whomever, since the company was first in the news; a day without stands
-- as the one before. The overall score is made of them when it is read, for which pillars
-- are in it is decided by the latest day.
create table score_days (
  company_id text not null,
  day date not null,
  observed boolean not null,
  effective_mentions double precision not null,
  pillars jsonb not null,
  methodology_version text not null,
  primary key (company_id, day)
);

create table alerts (
  company_id text not null,
  id text not null,
  kind text not null check (kind in ('article', 'risk')),
  story text not null,
  -- On which the story began.
  story_day date not null,
  severity text not null check (severity in ('critical', 'high')),
  detected_at timestamptz(3) not null,
  title text not null,
  source text not null,
  url text not null,
  sentiment_score double precision not null,
  sample boolean not null,
  original_published_at timestamptz(3),
  -- Of a risk: category, level, reach and the articles it rests on.
  risk jsonb,
  primary key (company_id, id)
);

create index alerts_by_time on alerts (company_id, detected_at desc, id desc);
create index alerts_by_story_day on alerts (company_id, story_day);
