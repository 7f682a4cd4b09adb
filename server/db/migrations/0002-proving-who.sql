-- Proving who one is: codes that were sent, password resets, and how often somebody may try.
-- All of it is the server's own: no request's scope sees any of it, not even a root user's.

-- Changes whenever the password does, and tells nothing of it: what was handed out under another password is void.
create function tocsin_password_mark(hash text) returns text language sql immutable parallel safe
return encode(sha256(convert_to(coalesce(hash, ''), 'UTF8')), 'hex');

-- A code somebody was or will be sent. The code itself is made when its message leaves and stands here as a keyed digest.
create table one_time_codes (
  id text primary key,
  purpose text not null check (purpose in ('sign-in', 'password-reset')),
  user_id int not null references users (id) on delete cascade,
  method text not null check (method in ('email', 'phone')),
  password_mark text not null,
  digest text,
  sent_at timestamptz not null,
  switched_at timestamptz,
  expires_at timestamptz not null,
  attempts int not null default 0,
  used_at timestamptz
);
create index one_time_codes_user on one_time_codes (user_id);
create index one_time_codes_age on one_time_codes (expires_at);

-- Resets that a user may still carry out: the first one that is makes the others void, by the password it sets.
create table password_resets (
  id text primary key,
  user_id int not null references users (id) on delete cascade,
  password_mark text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_user on password_resets (user_id);

-- What may be done only so often: the moments at which it was done, in milliseconds since 1970. Keys are digests.
create table allowances (
  key text primary key,
  taken bigint[] not null,
  ends_at timestamptz not null
);
create index allowances_age on allowances (ends_at);

-- How long nobody may try a password again, by whom it was tried for (a digest): grows with every failure.
create table sign_in_delays (
  key text primary key,
  failures int not null,
  last_at timestamptz not null,
  until timestamptz not null
);
create index sign_in_delays_age on sign_in_delays (last_at);

-- From where a user has signed in: who guesses elsewhere does not hold them up there. Addresses are digests.
create table known_addresses (
  user_id int not null references users (id) on delete cascade,
  address text not null,
  seen_at timestamptz not null,
  primary key (user_id, address)
);
create index known_addresses_age on known_addresses (seen_at);

do $$
declare
  name text;
begin
  foreach name in array array['one_time_codes', 'password_resets', 'allowances', 'sign_in_delays', 'known_addresses'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy %I on %I using ((select tocsin_sees_all()) and (select tocsin_user()) is null)', name || '_server', name);
    execute format('grant select, insert, update, delete on %I to tocsin_app', name);
  end loop;
end $$;
