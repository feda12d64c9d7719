-- What people said about judgements of articles: it holds in their company's figures in place of what the models said. A row is
-- never changed but to end it, when another takes its place or it is taken back, and by an erasure.
create table article_corrections (
  id text primary key,
  company_id text not null references companies (id),
  subject_id text not null,
  article_id text not null,
  -- Of the article, when it was corrected.
  published_at timestamptz(3) not null,
  -- Each null: as it was judged.
  tone text check (tone in ('negative', 'neutral', 'positive')),
  about_company boolean,
  -- 0: no risk; else the strength of the gravest one.
  gravity smallint check (gravity between 0 and 3),
  category text,
  is_alert boolean,
  note text,
  at timestamptz(3) not null,
  -- As the audit names actors.
  actor text not null,
  -- Null while it holds.
  ended_at timestamptz(3),
  ended_by text,
  redacted_at timestamptz(3),
  original_sha256 bytea,
  check (num_nonnulls(tone, about_company, gravity, is_alert) > 0),
  check ((ended_at is null) = (ended_by is null))
);

create unique index article_corrections_that_hold on article_corrections (company_id, subject_id, article_id)
  where ended_at is null;
create index article_corrections_of_company on article_corrections (company_id, id);
create index article_corrections_by_time on article_corrections (published_at);
