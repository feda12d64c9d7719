-- People who may use the operator's view beside what their role permits. Written by the command line alone; who leaves
-- their company, or is erased, is no operator any more.
create table operators (
  user_id text primary key references users (id),
  made_at timestamptz(3) not null
);
