-- The name under which engines know this installation's instances. Made once and for good: whoever has another name would
-- not find them again, and engines may be shared.
create table installation (
  is_the_only_one boolean primary key default true check (is_the_only_one),
  owner text not null
);
