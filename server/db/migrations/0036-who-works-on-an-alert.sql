-- The people who work on an alert. A provider's people read its own assignment alone, and work the alert all the same: this
-- function writes who has it, for whoever sees the alert.

grant insert (client_id, alert_id, site_id, user_id, "user", created_at, updated_at),
  select (client_id, user_id, ended_at, version), update (ended_at, updated_at, version) on alert_assignments to tocsin_search;
grant usage on sequence alert_assignments_id_seq to tocsin_search;
create policy alert_assignments_people on alert_assignments to tocsin_search using (user_id is not null);

-- Ends the assignment of the person who works on an alert, and begins that of the next one, if there is one.
create function tocsin_assign_person(alert int, person int, called text, at timestamptz) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update alert_assignments s set ended_at = at, updated_at = at, version = s.version + 1
    from tocsin_seen_alert(alert) a
    where s.client_id = a.client_id and s.alert_id = alert and s.user_id is not null and s.ended_at is null;
  if person is null then return; end if;
  insert into alert_assignments (client_id, alert_id, site_id, user_id, "user", created_at, updated_at)
    select a.client_id, alert, a.site_id, person, jsonb_build_object('name', called), at, at from tocsin_seen_alert(alert) a;
end $$;
grant create on schema public to tocsin_search;
alter function tocsin_assign_person(int, int, text, timestamptz) owner to tocsin_search;
revoke create on schema public from tocsin_search;
revoke all on function tocsin_assign_person(int, int, text, timestamptz) from public;
grant execute on function tocsin_assign_person(int, int, text, timestamptz) to tocsin_app;
