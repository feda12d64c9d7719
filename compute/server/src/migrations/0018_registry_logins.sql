-- What a company fetches its private images with, by registry. The password is sealed, and bound to the id of the login, which
-- is another after each change: what an engine keeps of an image is kept under that id.
create table registry_logins (
  login_id text not null unique,
  company_id text not null references companies (id),
  registry text not null,
  username text not null,
  password_sealed text not null,
  changed_at timestamptz(3) not null,
  -- A key or a person, as text.
  changed_by text not null,
  primary key (company_id, registry)
);
