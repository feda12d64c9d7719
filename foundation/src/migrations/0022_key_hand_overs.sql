-- A program, such as the command line, asks for an API key, and a person allows it in a browser: by a code that the program
-- shows. Of the program's own secret there is only the SHA-256. A row lasts for minutes.
create table key_hand_overs (
  device_sha256 bytea primary key check (octet_length(device_sha256) = 32),
  user_code text not null unique,
  -- As the program says, and so not to be believed.
  machine text not null,
  -- The range of addresses that it asked from.
  asked_from text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- All of these are null until a person decides; refused where there are no scopes.
  decided_at timestamptz(3),
  company_id text references companies (id),
  user_id text references users (id),
  key_name text,
  scopes text[],
  key_expires_at timestamptz(3),
  -- Kept once the key is made, so that a second use is noticed.
  key_id text references api_keys (id)
);

create index key_hand_overs_of_user on key_hand_overs (user_id);
create index key_hand_overs_by_end on key_hand_overs (expires_at);
