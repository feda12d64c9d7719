-- Passwords of people, as Argon2id hashes that say how they were made, so that the cost can be raised later.
create table user_passwords (
  user_id text primary key references users (id),
  company_id text not null references companies (id),
  hash text not null check (hash like '$argon2id$%'),
  changed_at timestamptz(3) not null
);

-- Who signs in gives an e-mail address, and no company as a rule.
create index users_by_email on users (lower(email)) where email is not null;

-- A person who has left keeps id and name, for what they did and the keys they made name them, and cannot sign in.
alter table users add column removed_at timestamptz(3);
