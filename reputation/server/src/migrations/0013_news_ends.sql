-- News has an end: what is older than it is kept for goes, and a person can be erased from the rest.

-- A redacted article stays as it stands, whatever later versions of it say; the hash is that of what stood there.
alter table articles add column redacted_at timestamptz(3), add column original_sha256 bytea;
alter table visibility_answers add column redacted_at timestamptz(3), add column original_sha256 bytea;

-- Rows that were not taken in, as their articles are older than articles are kept for.
alter table article_imports add column expired_count integer not null default 0;
