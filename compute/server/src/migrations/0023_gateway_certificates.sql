-- Certificates that the gateway orders of an authority (ACME), and each order while it is under way: whatever has been reached is
-- written here, so that any process goes on with it.
create table acme_accounts (
  -- The authority's own address.
  directory text primary key,
  sealed_key text not null,
  -- Null until the authority has registered the key.
  account_url text,
  created_at timestamptz(3) not null
);

create table gateway_certificates (
  name text primary key,
  -- The certificate in force, in PEM with its chain.
  certificate text,
  sealed_key text,
  expires_at timestamptz(3),
  -- The order under way.
  order_url text,
  sealed_order_key text,
  ordered_at timestamptz(3),
  -- What a request for the token is answered with, from any process.
  challenge_token text,
  challenge_response text,
  -- In a row.
  failures integer not null default 0,
  -- Why the last attempt failed; for people.
  message text,
  due_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  leased_by text,
  leased_until timestamptz(3)
);
create index gateway_certificates_due_at on gateway_certificates (due_at);
