-- When a service that allows few requests may be asked again by any process.
create table outbound_slots (
  name text primary key,
  free_at timestamptz(3) not null
);
insert into outbound_slots values ('gdelt', '1970-01-01T00:00:00Z');
