-- Many names at once, screened whether or not anybody waits: what was accepted is charged and stored first, and worked off
-- part by part, so that it goes on after a reload of the page and after a crash of the service.

create table screening_batches (
  company_id   text        not null,
  id           text        not null,
  created_at   timestamptz(3) not null,
  -- Who asked, and by which request: of every screening in it.
  actor        text        not null,
  request_id   text        not null,
  label        text        not null,
  row_count    integer     not null,
  done_count   integer     not null default 0,
  match_count  integer     not null default 0,
  finished_at  timestamptz(3),
  due_at       timestamptz(3) not null,
  leased_by    text,
  leased_until timestamptz(3),
  primary key (company_id, id)
);

create index screening_batches_due on screening_batches (due_at) where finished_at is null;

create table screening_batch_rows (
  company_id   text    not null,
  batch_id     text    not null,
  -- From 1, in the order of the request.
  row          integer not null,
  -- What is to be screened; null once it is, for then the record has it, and once the person is erased.
  party        jsonb,
  -- Given before the row is screened, so that a crash between the two screens nobody twice.
  screening_id text,
  done         boolean not null default false,
  primary key (company_id, batch_id, row),
  foreign key (company_id, batch_id) references screening_batches (company_id, id) on delete cascade
);

create index screening_batch_rows_waiting on screening_batch_rows (company_id, batch_id, row) where not done;
