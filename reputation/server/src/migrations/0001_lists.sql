-- Sanctions lists are kept version by version, because a screening must be repeatable on the very lists it was made
-- on. Which version of a list is in use, how the last refresh went and when the next is due is state that all
-- processes share: a restart must neither call the authorities again nor forget that a list is stale.

create table list_versions (
  id            text primary key,
  list          text        not null,
  -- Of the canonical text, in hexadecimal.
  sha256        text        not null,
  -- As the file itself says, when it first held this content.
  published_at  timestamptz(3),
  fetched_at    timestamptz(3) not null,
  entries       integer     not null,
  sample        boolean     not null,
  -- Addresses without their queries.
  source        text        not null,
  -- Compressed canonical entries. Null once no screening cites the version: its row and its changes stay.
  content       bytea,
  created_at    timestamptz(3) not null,
  superseded_at timestamptz(3)
);

create table list_changes (
  version_id  text    not null references list_versions (id),
  previous_id text    not null references list_versions (id),
  entity_id   text    not null,
  kind        text    not null check (kind in ('added', 'changed', 'removed')),
  fields      jsonb   not null,
  primary key (version_id, entity_id)
);

create index list_changes_by_entity on list_changes (entity_id);

create table list_states (
  list            text        primary key,
  current_id      text        references list_versions (id),
  previous_id     text        references list_versions (id),
  -- Of the newest file seen; its content may be that of an older version.
  published_at    timestamptz(3),
  -- The last time that the authority's file was seen, changed or not.
  fetched_at      timestamptz(3),
  stale_since     timestamptz(3),
  stale_code      text,
  stale_reason    text,
  failures        integer     not null default 0,
  due_at          timestamptz(3) not null,
  -- Hash of the addresses that the state stems from: others are fetched at once and without conditions.
  addresses_sha256 text       not null,
  validators      jsonb       not null default '[]',
  accept_shrunken boolean     not null default false,
  leased_by       text,
  leased_until    timestamptz(3)
);
