-- A phone types nothing but the code: what is a public code is no registration code, and the other way round.

-- Whether a code is somebody's already, whoever's it is: told to those who want it, and no more than that. It is held until
-- the transaction ends, so that of two who want it at once the second is told of the first. Codes share 256 locks, since a
-- sheet may bring more codes than the database has locks: who wants many asks in the order of `tocsin_code_lock`. `beside`
-- leaves out the table whose own index says the same.
create function tocsin_code_lock(code text) returns int language sql immutable as $$ select hashtext(code) & 255 $$;

create function tocsin_code_taken(wanted text, beside text default '') returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(8062, tocsin_code_lock(wanted));
  return (beside <> 'registration_codes' and exists (select from registration_codes where code = wanted))
    or (beside <> 'public_codes' and exists (select from public_codes where code = wanted));
end $$;
-- The role that reads what is searched in, whoever asks.
grant select (code) on registration_codes, public_codes to tocsin_search;
grant create on schema public to tocsin_search;
alter function tocsin_code_taken(text, text) owner to tocsin_search;
revoke create on schema public from tocsin_search;
revoke all on function tocsin_code_taken(text, text) from public;
grant execute on function tocsin_code_taken(text, text) to tocsin_app;

create function tocsin_refuse_taken_code() returns trigger language plpgsql as $$
begin
  if tocsin_code_taken(new.code, tg_table_name) then
    raise exception 'the code is taken' using errcode = 'unique_violation', table = tg_table_name,
      constraint = tg_table_name || '_code';
  end if;
  return new;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array['registration_codes', 'public_codes'] loop
    execute format('create trigger %I before insert on %I for each row execute function tocsin_refuse_taken_code()', name || '_taken', name);
    execute format('create trigger %I before update of code on %I for each row when (new.code <> old.code) execute function tocsin_refuse_taken_code()', name || '_taken_update', name);
  end loop;
end $$;
