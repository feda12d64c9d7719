-- Links that let a person in without a password: an invitation, a reset, and the entry to a demo. Of the secret there is only
-- the SHA-256. A link that has been used is deleted; the audit says who made it and who used it.
create table account_links (
  id text primary key,
  company_id text not null references companies (id),
  user_id text not null references users (id),
  kind text not null check (kind in ('invitation', 'reset', 'entry')),
  token_sha256 bytea not null unique check (octet_length(token_sha256) = 32),
  created_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);

-- A new link takes the place of the one before.
create unique index account_links_of_user on account_links (user_id, kind);
create index account_links_expired on account_links (expires_at);
