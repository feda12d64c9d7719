-- The language of an article, as it is detected, and whether texts in it are judged. What the source declares stays in
-- `articles.language`. Articles in other languages are counted beside the others, and figures are made without them.
alter table mentions add column language text;
alter table mentions add column judged boolean not null default true;

alter table sentiment_days add column unjudged integer not null default 0;
-- A day with news in such languages alone has no average.
alter table sentiment_days alter column average_score drop not null;

-- Null for stories and alerts of a release that did not detect languages.
alter table stories add column languages text[];
alter table alerts add column language text;
