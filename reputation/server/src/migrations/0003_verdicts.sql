-- What a person decided about a match: it is the listed party, or it is not. A verdict speaks of a screened name and an
-- entry of a list, not of one screening, so it is shown again whenever that name meets that entry, in whatever version
-- of the list. Rows are only added: the newest counts, the others are its history.
create table verdicts (
  id text primary key,
  company_id text not null references companies (id),
  entity_id text not null,
  -- Of the company and the screened name's letters and digits, in hexadecimal; stays when the name is redacted.
  name_sha256 text not null,
  -- As it was screened; null once redacted.
  name text,
  verdict text not null check (verdict in ('true-match', 'false-match')),
  note text,
  reviewer text,
  key_id text not null,
  screening_id text not null,
  at timestamptz(3) not null,
  redacted_at timestamptz(3),
  original_sha256 bytea,
  check ((redacted_at is null) = (name is not null)),
  check ((redacted_at is null) = (original_sha256 is null))
);

create index verdicts_of_name on verdicts (company_id, name_sha256, entity_id, id desc);
