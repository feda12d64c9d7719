-- API keys. The key itself is never stored: only its SHA-256, and enough of its ends to recognise it in a list.
create table api_keys (
  id text primary key,
  company_id text not null references companies (id),
  created_by text not null references users (id),
  name text not null check (char_length(name) between 1 and 200),
  scopes text[] not null,
  key_sha256 bytea not null unique check (octet_length(key_sha256) = 32),
  prefix text not null,
  last_four text not null,
  created_at timestamptz(3) not null,
  -- Refused from this very moment on; null never expires.
  expires_at timestamptz(3),
  -- Written in batches, so it may lag by a minute.
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  -- The key that a rotation put in this one's place.
  replaced_by text references api_keys (id)
);

create index api_keys_of_company on api_keys (company_id, id);
