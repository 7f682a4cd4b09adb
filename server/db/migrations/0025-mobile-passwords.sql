-- Passwords of the people of the mobile app (A-148), and what ends the tokens of their phones.

-- Raised with each new password: tokens of phones name it, and those of an earlier one open nothing.
alter table mobile_users add token_generation int not null default 1;

-- Apart from the people, so that nothing that reads them reads a password: only the server, when it acts for nobody.
create table mobile_passwords (
  mobile_user_id int primary key references mobile_users (id) on delete cascade,
  password_hash text not null,
  updated_at timestamptz not null
);
alter table mobile_passwords enable row level security;
alter table mobile_passwords force row level security;
create policy mobile_passwords_server on mobile_passwords
  using ((select tocsin_sees_all()) and (select tocsin_user()) is null);
grant select, insert, update on mobile_passwords to tocsin_app;

-- Resets that a person may still carry out. The first one that is voids the others, by the generation that it raises.
create table mobile_resets (
  id text primary key,
  mobile_user_id int not null references mobile_users (id) on delete cascade,
  generation int not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mobile_resets_user on mobile_resets (mobile_user_id);
create index mobile_resets_age on mobile_resets (expires_at);

-- Staff who see everybody make one as well.
alter table mobile_resets enable row level security;
alter table mobile_resets force row level security;
create policy mobile_resets_server on mobile_resets using ((select tocsin_sees_all()));
grant select, insert, update, delete on mobile_resets to tocsin_app;

-- A person who has forgotten the password is found by one of these.
create index mobile_users_email on mobile_users (lower(email)) where email is not null;
create index mobile_users_phone on mobile_users (phone) where phone is not null;
