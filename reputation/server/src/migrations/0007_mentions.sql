-- Mentions: one subject found in one article, and what was judged about it. All figures are made of these rows alone, so
-- each repeats what they need of its article.
create table mentions (
  subject_id text not null,
  published_at timestamptz(3) not null,
  article_id text not null,
  owner text not null,
  host text not null,
  outlet text not null,
  title text not null,
  url text not null,
  -- `title` from `start_at` to `end_at` names the subject.
  start_at smallint not null,
  end_at smallint not null,
  p_company double precision not null,
  role text not null check (role in ('subject', 'passing', 'source')),
  p_negative double precision not null,
  p_neutral double precision not null,
  p_positive double precision not null,
  provider text not null,
  provider_version text not null,
  risks jsonb not null default '[]',
  -- What only the search for copies needs of the article: the beginning of its text.
  lead text,
  sample boolean not null default false,
  original_published_at timestamptz(3),
  primary key (subject_id, owner, published_at, article_id)
);

create index mentions_of_article on mentions (owner, article_id);
