-- A verdict can be taken back: it stays in the history, and stands no longer.
alter table verdicts
  add column withdrawn_at timestamptz(3),
  add column withdrawn_by text;

-- Matches that nobody has decided yet, so that people find them without reading every record: one for each screened party
-- and entry, however often they have met, with the newest screening that shows it.
create table undecided_matches (
  company_id text not null,
  -- Of the party, as in `verdicts`. Where only our own code could make it, of screenings of before: `legacy` and what tells
  -- them apart, until the match is read for the first time.
  name_sha256 text not null,
  -- Empty where the party has no reference.
  reference_sha256 text not null,
  entity_id text not null,
  screening_id text not null,
  similarity real not null,
  primary key (company_id, name_sha256, reference_sha256, entity_id)
);

create index undecided_matches_in_order on undecided_matches (company_id, similarity desc, screening_id desc, entity_id);
create index undecided_matches_of_screening on undecided_matches (company_id, screening_id);

insert into undecided_matches (company_id, name_sha256, reference_sha256, entity_id, screening_id, similarity)
select distinct on (s.company_id, lower(s.query ->> 'name'), s.query ->> 'reference', m ->> 'entityId')
       s.company_id, 'legacy ' || s.id, '', m ->> 'entityId', s.id, (m ->> 'similarity')::real
  from screenings s, jsonb_array_elements(s.results) m
 where not s.clean and s.query is not null
   and not exists (select from verdicts v
                    where v.company_id = s.company_id and v.entity_id = m ->> 'entityId'
                      and lower(v.name) = lower(s.query ->> 'name'))
 order by s.company_id, lower(s.query ->> 'name'), s.query ->> 'reference', m ->> 'entityId', s.id desc
on conflict do nothing;
