-- What figures are made of can be read: the stories of a company, and the words that a sentiment rests on. A story names its
-- articles and repeats nothing of them, so that a person who is erased from an article is erased from its story.
create table stories (
  company_id text not null,
  id text not null,
  -- On which it began.
  story_day date not null,
  began_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  -- The article whose title stands for it.
  headline text not null,
  -- In order of publication.
  articles text[] not null,
  outlet_count integer not null,
  positive integer not null,
  neutral integer not null,
  negative integer not null,
  -- In [-1, 1].
  average_score double precision not null,
  -- Of the risk that it speaks of; null where it speaks of none.
  level text,
  category text,
  reach double precision,
  -- Of its alerts; null where it has none.
  severity text check (severity in ('critical', 'high')),
  alert_count integer not null,
  sample boolean not null,
  primary key (company_id, id)
);

create index stories_by_time on stories (company_id, began_at, id);
create index stories_by_day on stories (company_id, story_day);

-- Null for mentions that were judged by a release that did not keep them.
alter table mentions add column words jsonb;
