-- People of a company. They own keys now and will sign in once there is a console, so there are no passwords yet.
-- An erased user keeps id, times and a hash of what stood here; e-mail and name are null from then on.
create table users (
  id text primary key,
  company_id text not null references companies (id),
  email text check (char_length(email) between 3 and 320),
  name text check (char_length(name) between 1 and 200),
  role text not null check (role in ('owner', 'admin', 'member')),
  -- Erasure passes over a user under legal hold and says so.
  legal_hold boolean not null default false,
  created_at timestamptz(3) not null,
  erased_at timestamptz(3),
  original_sha256 bytea,
  check ((erased_at is null) = (email is not null)),
  check ((erased_at is null) = (name is not null)),
  check ((erased_at is null) = (original_sha256 is null))
);

-- An e-mail address is one user within a company; another company neither sees nor hinders it.
create unique index users_email on users (company_id, lower(email));
