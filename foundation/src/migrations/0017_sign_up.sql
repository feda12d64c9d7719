-- Companies that people made for themselves. Nobody has looked at whose e-mail addresses theirs are, so an address leads to
-- an account of another company first.
alter table companies add column signed_up_at timestamptz(3);

-- How many companies were made in a day (UTC), by a hash of the range of addresses they were made from, and in all.
create table sign_up_counts (
  subject text not null,
  day date not null,
  count integer not null,
  primary key (subject, day)
);

create index sign_up_counts_old on sign_up_counts (day);

-- Invitations to sign up, which the operator gives to people who have no company yet. Of the secret there is only the SHA-256.
-- One that has been used is deleted; the audit says who made it and which company came of it.
create table sign_up_invitations (
  id text primary key,
  token_sha256 bytea not null unique check (octet_length(token_sha256) = 32),
  created_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);

create index sign_up_invitations_expired on sign_up_invitations (expires_at);
