-- A project that is deleted while something is put into it: the key waits for the deletion and is content, since the row is
-- still there. This runs after the key (triggers fire by name, and the key's begin with RI), and looks anew.

create function tocsin_refuse_deleted_project() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from projects where client_id = new.client_id and id = new.project_id and deleted_at is not null) then
    raise exception 'project % is deleted', new.project_id using errcode = 'foreign_key_violation', table = tg_table_name;
  end if;
  return null;
end $$;
revoke all on function tocsin_refuse_deleted_project() from public;

create trigger sites_project_alive after insert or update of project_id on sites
  for each row when (new.project_id is not null) execute function tocsin_refuse_deleted_project();
create trigger apps_project_alive after insert or update of project_id on apps
  for each row execute function tocsin_refuse_deleted_project();
