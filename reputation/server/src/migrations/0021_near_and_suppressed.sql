-- What a response shows beside its matches is part of the record too: listed parties near below the threshold, and those
-- that a verdict silences. `near` is null where a record was made before there was any; `suppressed` where there is none.
alter table screenings
  add column near jsonb,
  add column suppressed jsonb;

-- A verdict that was given on a screening with the customer's own reference holds for that reference, and silences the
-- entry while its names, dates and programmes are what they were. Both are hashes in hexadecimal, the first of company and
-- reference; null where the screening had no reference.
alter table verdicts
  add column reference_sha256 text,
  add column entry_state text;

create index verdicts_of_reference on verdicts (company_id, reference_sha256, entity_id, id desc)
  where reference_sha256 is not null;
