-- Who stopped the mails of a company and is erased is not written to again: the address goes, and a hash of it stays, by which
-- the decision holds when the company adds the address again.
alter table mail_recipients alter column address drop not null;
alter table mail_recipients add column address_sha256 bytea check (octet_length(address_sha256) = 32);

create index mail_recipients_erased on mail_recipients (company_id, address_sha256) where address is null;
