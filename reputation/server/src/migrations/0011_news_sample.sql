-- The demo's sample of news: how far it has been taken in, and by how many days its dates are shifted, so that it ends
-- today whenever the demo is started.
create table news_sample (
  shifted_days integer not null,
  -- In the dates of the file; null before the first article.
  taken_in_until timestamptz(3)
);
