-- Which sample of news the demo has taken in: a release may bring another, which replaces it.
alter table news_sample add column edition text;
