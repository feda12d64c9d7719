-- Articles, once each for whoever they belong to: the operator, for all companies, or one company. Figures are made of
-- what a company can see; where both have an article, it counts once, as both know it by the same id.
create table articles (
  -- The company it belongs to; empty: the operator's.
  owner text not null,
  -- Made of what identifies the article, not of when it came: two orders of arrival end in the same ids.
  id text not null,
  title text not null,
  text text,
  url text not null,
  host text not null,
  outlet text not null,
  language text,
  published_at timestamptz(3) not null,
  -- Of a sample: when it was really published.
  original_published_at timestamptz(3),
  -- What the source says of the version that stands here, and when that was seen.
  claimed_published_at timestamptz(3),
  claimed_updated_at timestamptz(3),
  seen_at timestamptz(3) not null,
  -- When any version was first seen.
  fetched_at timestamptz(3) not null,
  feed_id text,
  sample boolean not null default false,
  primary key (owner, id)
);

create index articles_by_time on articles (owner, published_at, id);

-- The days on which anything at all was published: a day without news is no day without bad news.
create table article_days (
  owner text not null,
  day date not null,
  primary key (owner, day)
);

-- By what an article is known again. Hashes, for an address may be long.
create table article_keys (
  owner text not null,
  key text not null,
  article_id text not null,
  primary key (owner, key)
);

create index article_keys_by_article on article_keys (owner, article_id);
