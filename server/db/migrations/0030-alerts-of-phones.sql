-- Alerts that phones send.

-- A file that belongs to an alert is no longer its sender's: an anonymous alert names nobody (A-155).
grant update (sender) on files to tocsin_app;

-- ---------------------------------------------------------------- what readers of an alert are told

-- A provider's people see neither clients nor sites nor profiles: of an alert that they see they are told the names of its
-- client and its sites, and the people of its site (A-156). These functions answer for alerts that the reader sees alone.
grant select (id, client_id, site_id, near_site_id, mobile_profile_id) on alerts to tocsin_search;
grant select (alert_id, monitoring_provider_id) on alert_assignments to tocsin_search;
create policy alert_assignments_told on alert_assignments for select to tocsin_search using (true);
grant select (id, client_id, name, lat, lng) on sites to tocsin_search;
grant select (id, client_id, name, site_id, role, status, profile_props, manager_order) on maps to tocsin_search;

create function tocsin_seen_alert(alert int)
  returns table (client_id int, site_id int, near_site_id int, mobile_profile_id int)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.client_id, a.site_id, a.near_site_id, a.mobile_profile_id from alerts a
    where a.id = alert and ((select tocsin_sees_all()) or (a.client_id = any ((select tocsin_clients())::int[])
        and ((select tocsin_sees_every_site()) or a.site_id = (select tocsin_site())))
      or exists (select from alert_assignments s
        where s.alert_id = a.id and s.monitoring_provider_id = (select tocsin_provider())))
$$;

create function tocsin_site_of_alert(alert int, near boolean) returns table (latitude float8, longitude float8)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.lat, s.lng from tocsin_seen_alert(alert) a
    join sites s on s.client_id = a.client_id and s.id = case when near then a.near_site_id else a.site_id end
$$;

create function tocsin_people_of_alert(alert int)
  returns table (id int, name text, role text, phone text, email text, reporter boolean, team boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.id, m.name, m.role, m.profile_props ->> 'phone', m.profile_props ->> 'email',
      m.id is not distinct from a.mobile_profile_id, m.status = 'active' and m.site_id is not distinct from a.site_id
        and a.site_id is not null
    from tocsin_seen_alert(alert) a join maps m on m.client_id = a.client_id
      and (m.id = a.mobile_profile_id or (m.site_id = a.site_id and m.status = 'active'))
    order by m.role = 'manager' desc, m.manager_order, m.id limit 100
$$;

grant create on schema public to tocsin_search;
do $$
declare
  told text;
begin
  foreach told in array array['seen_alert(int)', 'site_of_alert(int, boolean)', 'people_of_alert(int)']
  loop
    execute format('alter function tocsin_%s owner to tocsin_search', told);
    execute format('revoke all on function tocsin_%s from public', told);
    execute format('grant execute on function tocsin_%s to tocsin_app', told);
  end loop;
end $$;
revoke create on schema public from tocsin_search;
revoke all on function tocsin_seen_alert(int) from tocsin_app;

-- A provider's people read no event of the timeline that is about a delivery to another provider, nor its name.
drop policy alert_histories_scope on alert_histories;
create policy alert_histories_scope on alert_histories
  using ((select tocsin_sees_all()) or (client_id = any ((select tocsin_clients())::int[])
      and ((select tocsin_sees_every_site()) or site_id = (select tocsin_site())))
    or (alert_id in (select a.alert_id from alert_assignments a where a.monitoring_provider_id = (select tocsin_provider()))
      and coalesce(details #>> '{provider,id}', details #>> '{to,provider,id}', (select tocsin_provider())::text)
        = (select tocsin_provider())::text));

-- ---------------------------------------------------------------- the outcome of a notification

-- An event of a notification says what became of it, as soon as that is known: the message itself is swept later.
grant select (id, client_id, details, version), update (details, version, updated_at) on alert_histories to tocsin_search;
create policy alert_histories_outcome on alert_histories to tocsin_search using (true);
create function tocsin_tell_outcome() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update alert_histories h set details = h.details || jsonb_build_object('outcome',
      case when new.sent_at is not null then 'sent' else 'failed' end),
    version = h.version + 1, updated_at = coalesce(new.sent_at, new.failed_at)
  where h.client_id = new.client_id and h.id = (new.data ->> 'event')::int;
  return null;
end $$;
grant create on schema public to tocsin_search;
alter function tocsin_tell_outcome() owner to tocsin_search;
revoke create on schema public from tocsin_search;
revoke all on function tocsin_tell_outcome() from public;
create trigger outbox_outcome after update of sent_at, failed_at on outbox for each row
  when (new.template like 'alert-notification%' and coalesce(new.sent_at, new.failed_at) is not null)
  execute function tocsin_tell_outcome();

-- ---------------------------------------------------------------- resources without screens (API-24)

-- The profiles and phones whose alerts a client does not take.
create table blacklists (
  id int generated by default as identity,
  client_id int not null references clients (id),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  site_id int,
  mobile_profile_id int,
  phone text,
  reason text not null,
  primary key (client_id, id),
  unique (id),
  constraint blacklists_profile foreign key (client_id, mobile_profile_id) references maps (client_id, id)
    on delete cascade,
  constraint blacklists_someone check (mobile_profile_id is not null or phone is not null)
);
create index blacklists_profile on blacklists (client_id, mobile_profile_id);
create index blacklists_phone on blacklists (client_id, phone) where phone is not null;
call tocsin_fence('blacklists', site => 'site_id');
grant select, insert, update on blacklists to tocsin_app;
grant usage, update on sequence blacklists_id_seq to tocsin_app;

-- The providers of a channel are read as records of their own.
alter table channel_providers add column id int generated by default as identity unique;
grant usage, update on sequence channel_providers_id_seq to tocsin_app;
create view monitoring_providers_channels with (security_invoker = true) as
  select l.id, l.client_id, l.channel_id, l.provider_id as monitoring_provider_id,
    tocsin_told_provider(l.provider_client_id, l.provider_id) as monitoring_provider
  from channel_providers l;
create view monitoring_providers_users with (security_invoker = true) as
  select id, name, username, role, active, monitoring_provider_id from users where user_type = 'monitoring-provider';
grant select on monitoring_providers_channels, monitoring_providers_users to tocsin_app;
