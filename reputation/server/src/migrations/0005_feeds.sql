-- Feeds that are polled. An operator-wide feed brings articles for every company, a private one for its company alone.
create table feeds (
  id text primary key,
  company_id text references companies (id),
  url text not null check (char_length(url) <= 2000),
  enabled boolean not null default true,
  -- Set by the operator for this feed; otherwise the interval follows from how often it has news.
  every_ms bigint,
  -- What the polling policy has learnt of the feed (validators, moves, failures, its own wishes): its own business.
  state jsonb not null,
  next_poll_at timestamptz(3) not null,
  leased_by text,
  leased_until timestamptz(3),
  -- How the last poll went: a word, and for a failure what failed.
  polled_at timestamptz(3),
  outcome text,
  reason text,
  created_at timestamptz(3) not null
);

create unique index feeds_of_operator on feeds (url) where company_id is null;
create unique index feeds_of_company on feeds (company_id, url) where company_id is not null;
create index feeds_due on feeds (next_poll_at) where enabled;
