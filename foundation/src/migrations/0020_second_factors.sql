-- A second factor beside the password: codes that an app makes of a shared secret (TOTP, RFC 6238), and codes on paper for when
-- the device is lost. The secret is sealed, for it is needed to check; of codes on paper there is only the SHA-256.
create table user_totp (
  user_id text primary key references users (id),
  company_id text not null references companies (id),
  secret_sealed text not null,
  -- Null until the person has shown that the app has it: until then nothing is asked for.
  confirmed_at timestamptz(3),
  -- Of the last code that was accepted: none is accepted twice.
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id text not null references users (id),
  code_sha256 bytea not null check (octet_length(code_sha256) = 32),
  primary key (user_id, code_sha256)
);
