-- Reports: what a month came to, as a document that never changes. A recount is a revision with an id of its own. Kept with
-- it are the facts that it is made of, so that a person can be erased from both: the document is then set again.
create table reports (
  id text primary key,
  company_id text not null references companies (id),
  type text not null check (type in ('monthly_insight')),
  period text not null check (period ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  revision integer not null,
  made_at timestamptz(3) not null,
  -- Who asked for it, as the audit names actors.
  made_by text not null,
  headline text not null,
  -- Null once deleted: what is left of a report keeps its revision from being given again.
  facts jsonb,
  -- Of what tells one recount from another, in hexadecimal.
  facts_sha256 text not null,
  -- Null once deleted, and from an erasure until it is next read.
  pdf bytea,
  pdf_sha256 text,
  pdf_bytes integer,
  deleted_at timestamptz(3),
  redacted_at timestamptz(3),
  -- Of the document as it was first made.
  original_sha256 text,
  unique (company_id, type, period, revision),
  check ((deleted_at is null) = (facts is not null))
);

create index reports_of_company on reports (company_id, id);
create index reports_by_time on reports (made_at);

-- The report that each company gets next without asking. It moves on in the transaction that writes the report.
create table report_schedules (
  company_id text primary key references companies (id),
  period text not null,
  -- Of the company, when it was last seen: what is due follows from it.
  time_zone text not null,
  due_at timestamptz(3) not null,
  failures integer not null default 0
);

create index report_schedules_due on report_schedules (due_at);
