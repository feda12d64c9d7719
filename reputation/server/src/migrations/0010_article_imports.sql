-- Imports of articles: stored before they are worked on, so that one that was accepted is finished whatever happens.
create table article_imports (
  id text primary key,
  -- Whose the articles become; null: the operator's.
  company_id text references companies (id),
  created_at timestamptz(3) not null,
  -- The good rows, one JSON object a line, compressed; null when done.
  rows bytea,
  row_count integer not null,
  rejected_count integer not null,
  -- The first of the bad rows, each with its line and reason.
  rejected jsonb not null,
  -- How many rows are done, and what became of them.
  done_count integer not null default 0,
  created_count integer not null default 0,
  updated_count integer not null default 0,
  unchanged_count integer not null default 0,
  finished_at timestamptz(3),
  leased_by text,
  leased_until timestamptz(3)
);

create index article_imports_of_company on article_imports (company_id, id);
create index article_imports_unfinished on article_imports (id) where finished_at is null;
