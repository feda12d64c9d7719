-- What has been announced by an event, so that nothing is announced twice, however often the figures are computed anew.

-- By article and not by story, for a late article may give a story another beginning, or join two.
create table announced_articles (
  company_id text not null,
  article_id text not null,
  -- Who asked for risk assessments alone hears of a story at another moment than who asked for all.
  audience text not null check (audience in ('all', 'risks')),
  severity text not null check (severity in ('critical', 'high')),
  at timestamptz(3) not null,
  primary key (company_id, article_id, audience)
);

create index announced_articles_by_time on announced_articles (at);

create table announced_drops (
  company_id text not null,
  -- The closed day on which the score had dropped.
  day date not null,
  at timestamptz(3) not null,
  primary key (company_id, day)
);
