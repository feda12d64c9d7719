-- People hear of a passkey that was added for them: one that somebody else planted would open their account.
alter table account_messages drop constraint account_messages_kind_check;
alter table account_messages add constraint account_messages_kind_check
  check (kind in ('reset', 'invitation', 'password-changed', 'passkey-added'));
