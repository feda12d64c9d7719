-- Stories as people work on them: what made each as pressing as it is, and what the people of a company did about it.
-- Null in all three for stories of a release that did not keep them.
alter table stories add column alerted_at timestamptz(3);
-- Every level that its risk has reached, with the numbers that its rule asks for; null where it speaks of no risk.
alter table stories add column rule jsonb;
-- How many articles came in each of twelve equal parts of its time.
alter table stories add column pace integer[];

create index stories_with_alerts on stories (company_id, (coalesce(alerted_at, began_at)), id) where severity is not null;

-- The alerts of one story.
create index alerts_of_story on alerts (company_id, story);

insert into figures_due (company_id, from_day, due_at)
select company_id, date '1970-01-01', now() from company_figures
    on conflict (company_id) do update set from_day = least(figures_due.from_day, excluded.from_day);

-- What was decided about a story. It is tied to an article of it, for a late article may give a story another beginning,
-- and with that another id, or join two; `story` is the id of the story in which that article is, and follows it.
create table story_triage (
  company_id text not null references companies (id),
  article_id text not null,
  story text not null,
  state text not null check (state in ('new', 'seen', 'assigned', 'closed')),
  assignee_id text references users (id),
  -- How severe the story was when it was last decided about: one that becomes critical after that is new again.
  severity text not null check (severity in ('critical', 'high')),
  -- How severe it was when it was muted; null where it is not.
  muted_at_severity text check (muted_at_severity in ('critical', 'high')),
  at timestamptz(3) not null,
  primary key (company_id, article_id),
  check ((state = 'assigned') = (assignee_id is not null))
);

create index story_triage_by_story on story_triage (company_id, story, at);
create index story_triage_by_time on story_triage (at);

-- Everything that was done about stories, in order. Never changed, but for an erasure.
create table story_acts (
  id text primary key,
  company_id text not null,
  article_id text not null,
  story text not null,
  at timestamptz(3) not null,
  -- As the audit names actors.
  actor text not null,
  -- Null where only a note was left.
  act text check (act in ('new', 'seen', 'assigned', 'closed', 'muted', 'unmuted')),
  assignee_id text,
  note text,
  redacted_at timestamptz(3),
  original_sha256 bytea
);

create index story_acts_by_story on story_acts (company_id, story, id);
create index story_acts_by_time on story_acts (at);

-- Kinds of risk of which a company wants to hear only what is critical.
create table muted_categories (
  company_id text not null references companies (id),
  category text not null,
  at timestamptz(3) not null,
  actor text not null,
  primary key (company_id, category)
);
