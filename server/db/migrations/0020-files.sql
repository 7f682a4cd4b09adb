-- Files that came with a record: the banner of an app, the document of a channel (A-093, A-149). Records name them by address.
create table files (
  client_id int not null references clients (id),
  -- Random, and the end of the address.
  name text not null unique check (name ~ '^[A-Za-z0-9_-]{32}$'),
  type text not null,
  bytes bytea not null check (length(bytes) between 1 and 8388608),
  created_at timestamptz not null,
  -- When the server first saw that no record of the client names it.
  unused_since timestamptz,
  primary key (client_id, name)
);
-- Images and documents are packed already.
alter table files alter column bytes set storage external;

call tocsin_fence('files');
-- The server deletes and marks files of locked clients as well.
create trigger files_locked before insert on files for each row execute function tocsin_refuse_locked();
grant select, insert, delete, update (unused_since) on files to tocsin_app;
