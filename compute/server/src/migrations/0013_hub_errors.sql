-- The last reason for which a hub did not respond, and when that was, kept after it responds again.
alter table hubs
  add column last_error text,
  add column last_error_at timestamptz(3);
