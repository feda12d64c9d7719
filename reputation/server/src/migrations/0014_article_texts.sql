-- The text of articles from their pages, for feeds that bring titles alone and whose operator wants it.
alter table feeds add column fetch_text boolean not null default false;

-- The beginning of what the page says; apart from what the feed says, which later versions replace.
alter table articles add column page_text text;

-- Pages that are still to be fetched. A row goes with its article.
create table article_pages_due (
  owner text not null,
  article_id text not null,
  tries integer not null default 0,
  due_at timestamptz(3) not null,
  leased_by text,
  leased_until timestamptz(3),
  primary key (owner, article_id),
  foreign key (owner, article_id) references articles (owner, id) on delete cascade
);

create index article_pages_due_by_time on article_pages_due (due_at);
