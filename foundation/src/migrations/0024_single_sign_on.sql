-- Single sign-on of a company by OpenID Connect. Its secret is sealed, for it is needed. A company has one provider and one
-- domain of e-mail addresses, which is of use once somebody has shown that it is theirs.
create table single_sign_ons (
  company_id text primary key references companies (id),
  issuer text not null,
  client_id text not null,
  secret_sealed text not null,
  domain text not null check (domain = lower(domain)),
  -- What the domain's owner publishes in the DNS.
  domain_token text not null,
  domain_verified_at timestamptz(3),
  group_claim text not null,
  -- A list of {group, role}.
  group_roles jsonb not null,
  -- Of people whose groups give none; without it they are refused.
  default_role text,
  -- Nobody but this owner signs in otherwise; null where everybody may.
  required_except text references users (id),
  changed_at timestamptz(3) not null
);

create unique index single_sign_ons_by_domain on single_sign_ons (domain) where domain_verified_at is not null;

-- Who somebody of a provider is here. An e-mail address may change hands, issuer and subject do not.
create table provider_identities (
  company_id text not null references companies (id),
  issuer text not null,
  subject text not null,
  user_id text not null references users (id),
  created_at timestamptz(3) not null,
  primary key (company_id, issuer, subject)
);

create index provider_identities_of_user on provider_identities (user_id);

-- Sign-ins that have gone to a provider: each comes back once, within minutes, in the browser that it went from.
create table provider_sign_ins (
  state_sha256 bytea primary key check (octet_length(state_sha256) = 32),
  company_id text not null references companies (id),
  browser_sha256 bytea not null check (octet_length(browser_sha256) = 32),
  nonce text not null,
  -- The code verifier (PKCE), sealed.
  verifier_sealed text not null,
  redirect_uri text not null,
  is_again boolean not null,
  expires_at timestamptz(3) not null
);

create index provider_sign_ins_expired on provider_sign_ins (expires_at);
