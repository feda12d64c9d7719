-- What language models answered to a sector's questions, whole, so that every figure can be derived again; and the
-- attempts that failed, with why. An answer names many companies: it is read anew for each of them, and belongs to none.
create table visibility_answers (
  id text primary key,
  -- Whose it is; null: the operator's, and so everybody's.
  company_id text references companies (id),
  sector text not null,
  provider text not null,
  model text not null,
  prompt text not null,
  answer text,
  failure text,
  asked_at timestamptz(3) not null,
  check ((answer is null) <> (failure is null))
);

-- Importing the same answer again changes nothing.
create unique index visibility_answers_once
    on visibility_answers (coalesce(company_id, ''), lower(sector), provider, model, md5(prompt), asked_at)
 where answer is not null;

create index visibility_answers_of_sector on visibility_answers (lower(sector), asked_at) where answer is not null;
create index visibility_answers_by_time on visibility_answers (asked_at);
