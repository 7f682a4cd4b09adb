-- Signing in as somebody else, and by a link.

-- A session begun from another one, whose user really acts: it ends with that one.
alter table sessions add parent_id text references sessions (id) on delete cascade;
create index sessions_parent on sessions (parent_id) where parent_id is not null;

-- Sessions are begun by the server, which has proved who somebody is; a request begins one of its own user's alone, or one
-- that hangs on a session of theirs: whether that may reach the other user is looked at whenever it is used.
create function tocsin_refuse_foreign_session() returns trigger language plpgsql as $$
begin
  if new.user_id <> tocsin_user()
      and not exists (select from sessions where id = new.parent_id and user_id = tocsin_user()) then
    raise exception 'a session of somebody else' using errcode = 'insufficient_privilege', table = 'sessions';
  end if;
  return new;
end $$;
create trigger sessions_own before insert on sessions for each row
  when (tocsin_user() is not null) execute function tocsin_refuse_foreign_session();

create function tocsin_impersonator() returns int language sql stable parallel safe
return nullif(current_setting('app.impersonator_id', true), '')::int;

-- Every event names the account and who really acted, whether or not the code thinks of it (T22).
alter table audit_events rename column on_behalf_of to impersonator_id;
alter table audit_events alter column impersonator_id set default tocsin_impersonator();
alter table audit_events add impersonator text;
drop policy audit_events_write on audit_events;
create policy audit_events_write on audit_events for insert with check (
  user_id is not distinct from (select tocsin_user())
  and impersonator_id is not distinct from (select tocsin_impersonator()));

-- Links that sign somebody in, once. What is in the link is signed; here stands only whether it may still be used.
create table sign_in_links (
  id text primary key,
  user_id int not null references users (id) on delete cascade,
  made_by int not null references users (id) on delete cascade,
  password_mark text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_links_age on sign_in_links (expires_at);
create index sign_in_links_user on sign_in_links (user_id);
create index sign_in_links_maker on sign_in_links (made_by);

-- The server's own: a link is made by whoever sees everybody and taken by nobody's request.
alter table sign_in_links enable row level security;
alter table sign_in_links force row level security;
create policy sign_in_links_server on sign_in_links using ((select tocsin_sees_all()));
grant select, insert, update, delete on sign_in_links to tocsin_app;
