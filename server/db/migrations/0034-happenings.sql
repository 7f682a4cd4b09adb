-- Happenings: one row for each event of an alert's timeline, in the order in which transactions become visible. A stream
-- reads only rows of transactions below the oldest one that still runs, so that its cursor passes no row that commits late.

create table happenings (
  id bigint generated always as identity,
  tx xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now(),
  client_id int not null,
  site_id int,
  noun text not null,
  record_id int not null,
  history_id int,
  event text not null,
  primary key (client_id, id),
  unique (id),
  constraint happenings_client foreign key (client_id) references clients (id)
);
create index happenings_in_order on happenings (tx, id);
create index happenings_old on happenings (created_at);

-- The position up to which rows were swept: a cursor before it is too old.
create table happenings_swept (tx xid8 not null, id bigint not null);
insert into happenings_swept values ('0', 0);

-- ---------------------------------------------------------------- fences

alter table happenings enable row level security;
alter table happenings force row level security;
create policy happenings_scope on happenings
  using ((select tocsin_sees_all()) or (client_id = any ((select tocsin_clients())::int[])
      and ((select tocsin_sees_every_site()) or site_id = (select tocsin_site())))
    or (noun = 'alerts' and record_id in (
      select a.alert_id from alert_assignments a where a.monitoring_provider_id = (select tocsin_provider()))));
create policy happenings_written on happenings for insert to tocsin_search with check (true);
alter table happenings_swept enable row level security;
alter table happenings_swept force row level security;
create policy happenings_swept_server on happenings_swept using ((select tocsin_sees_all()) and (select tocsin_user()) is null);

-- Nobody but the trigger writes a happening.
grant select, delete on happenings to tocsin_app;
grant select, update on happenings_swept to tocsin_app;
grant insert on happenings to tocsin_search;
grant select (client_id, data_channel) on alerts to tocsin_search;

-- ---------------------------------------------------------------- writing

grant create on schema public to tocsin_search;
-- A record of a channel for data collection is shown to nobody, so that nothing happens to it (A-155).
create function tocsin_alert_happened() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $f$
begin
  insert into happenings (client_id, site_id, noun, record_id, history_id, event)
    select h.client_id, h.site_id, 'alerts', h.alert_id, h.id, h.event
    from added h join alerts a on a.client_id = h.client_id and a.id = h.alert_id
    where not a.data_channel order by h.id;
  if found then perform pg_notify('tocsin_happenings', ''); end if;
  return null;
end $f$;
alter function tocsin_alert_happened() owner to tocsin_search;
revoke all on function tocsin_alert_happened() from public;
revoke create on schema public from tocsin_search;
create trigger tocsin_alert_happened after insert on alert_histories
  referencing new table as added for each statement execute function tocsin_alert_happened();
