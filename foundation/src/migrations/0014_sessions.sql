-- Signed-in people. Of the secret in the cookie there is only the SHA-256. A session that has ended is deleted; the audit
-- says who signed in and out.
create table sessions (
  id text primary key,
  company_id text not null references companies (id),
  user_id text not null references users (id),
  token_sha256 bytea not null unique check (octet_length(token_sha256) = 32),
  created_at timestamptz(3) not null,
  -- Ends at this time whatever happens.
  expires_at timestamptz(3) not null,
  -- Written once a minute, so it may lag by that much. A session that is not used ends too.
  last_used_at timestamptz(3) not null,
  -- When the person last proved to be who they are, by a password or a link.
  proved_at timestamptz(3) not null,
  -- As the person recognises it in a list. Null where it could not be told.
  address text,
  user_agent text check (char_length(user_agent) <= 300)
);

create index sessions_of_user on sessions (user_id, id);
create index sessions_expired on sessions (expires_at);

-- A browser in which a person has signed in before: guesses made elsewhere never keep them out there.
create table known_devices (
  id text primary key,
  company_id text not null references companies (id),
  user_id text not null references users (id),
  token_sha256 bytea not null unique check (octet_length(token_sha256) = 32),
  last_used_at timestamptz(3) not null
);

create index known_devices_of_user on known_devices (user_id, id);

-- How often a sign-in was tried without success, by what it is counted for: a hash of an e-mail address with or without a
-- range of addresses, a range, a device. The next is let in at `free_at`.
create table sign_in_attempts (
  subject text primary key,
  failures integer not null,
  last_at timestamptz(3) not null,
  free_at timestamptz(3) not null
);

create index sign_in_attempts_old on sign_in_attempts (last_at);
