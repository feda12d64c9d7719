-- A search at GDELT is polled when it is due, as a feed is, but asked and read in its own way.
alter table feeds add column kind text not null default 'feed' check (kind in ('feed', 'gdelt'));
