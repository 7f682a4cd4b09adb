-- Attachments that people send from outside with their answers (A-149).

-- The token and the survey that an attachment was sent with: an answer of that token alone may name it, and its bare address
-- opens nothing. Null for the file of a record, which whoever knows its address reads.
alter table files add column sender text;
create index files_sender on files (client_id, sender) where sender is not null;

-- A lock stops the staff of a client and not the people who answer.
drop trigger files_locked on files;
create trigger files_locked before insert on files for each row
  when (new.sender is null) execute function tocsin_refuse_locked();

-- An address is no key to a copy of what is private.
grant select (sender) on files to tocsin_search;
create policy files_private on files as restrictive for select to tocsin_search using (sender is null);
