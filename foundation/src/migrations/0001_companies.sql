-- A company is the tenant: it owns users, keys, quota and data, and every tenant row of every later table carries its
-- id. Its limits stand here, so that one look-up of a key learns all that a request needs.
create table companies (
  id text primary key,
  name text not null check (char_length(name) between 1 and 200),
  -- Lives in addresses and on command lines, and never changes.
  slug text not null unique check (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  -- An IANA name, for display only: days are UTC everywhere.
  time_zone text not null,
  requests_per_minute integer not null check (requests_per_minute between 1 and 1000000),
  monthly_quota integer not null check (monthly_quota between 0 and 2000000000),
  created_at timestamptz(3) not null
);
