-- Passkeys (WebAuthn): a person proves to be who they are by a key that their device or password manager keeps. There is only
-- the public half here. Each belongs to the host name that it was made at, for browsers offer it nowhere else.
create table passkeys (
  id text primary key,
  company_id text not null references companies (id),
  user_id text not null references users (id),
  name text not null check (char_length(name) between 1 and 200),
  rp_id text not null,
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  -- As the authenticator gave it: a COSE key (RFC 9052).
  public_key bytea not null,
  -- Of those that count at all: one that falls was copied.
  sign_count bigint not null,
  -- Kept by a password manager or an account of its maker, and so not lost with the device.
  is_synced boolean not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);

create index passkeys_of_user on passkeys (user_id, id);

-- What a passkey has to sign, once and within minutes. One for a signed-in person is theirs alone; there is only the SHA-256.
create table passkey_challenges (
  challenge_sha256 bytea primary key check (octet_length(challenge_sha256) = 32),
  purpose text not null check (purpose in ('register', 'prove', 'sign-in')),
  user_id text references users (id),
  expires_at timestamptz(3) not null,
  check ((purpose = 'sign-in') = (user_id is null))
);

create index passkey_challenges_expired on passkey_challenges (expires_at);
