-- Assistants that act for a person, by OAuth 2.1: clients that registered themselves, what a person has granted to one, and the
-- codes and tokens of a grant, of which there is only the SHA-256. All of a grant goes with its row.
create table oauth_clients (
  id text primary key,
  name text not null,
  redirect_uris jsonb not null,
  created_at timestamptz(3) not null
);

create table oauth_grants (
  id text primary key,
  company_id text not null references companies (id),
  user_id text not null references users (id),
  -- Of a registered client, or the address of its metadata document.
  client_id text not null,
  client_name text not null,
  redirect_uri text not null,
  scopes text[] not null,
  -- What its tokens are for, and for nothing else (RFC 8707).
  resource text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null
);

create index oauth_grants_of_user on oauth_grants (user_id);
create index oauth_grants_by_use on oauth_grants (last_used_at);

create table oauth_codes (
  code_sha256 bytea primary key check (octet_length(code_sha256) = 32),
  grant_id text not null references oauth_grants (id) on delete cascade,
  code_challenge text not null,
  expires_at timestamptz(3) not null,
  -- Kept once it is used, so that a second use is noticed.
  used_at timestamptz(3)
);

create index oauth_codes_of_grant on oauth_codes (grant_id);

create table oauth_tokens (
  token_sha256 bytea primary key check (octet_length(token_sha256) = 32),
  grant_id text not null references oauth_grants (id) on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);

create index oauth_tokens_of_grant on oauth_tokens (grant_id);
