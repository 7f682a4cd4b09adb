-- Requests of terminals to be signed in by somebody who is signed in to the console (C06).

create table terminal_sign_ins (
  -- The digest of the token that the terminal holds. The token itself is stored nowhere.
  id text primary key,
  -- The code that the terminal shows and the person compares.
  code text not null,
  network text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The person who answered, and the mark of their password then.
  user_id int references users (id) on delete cascade,
  password_mark text,
  allowed boolean,
  taken_at timestamptz,
  constraint terminal_sign_ins_answer check ((allowed is null) = (user_id is null)),
  constraint terminal_sign_ins_taken check (taken_at is null or allowed)
);
create unique index terminal_sign_ins_code on terminal_sign_ins (code);
create index terminal_sign_ins_age on terminal_sign_ins (expires_at);
create index terminal_sign_ins_user on terminal_sign_ins (user_id) where user_id is not null;

-- The server's own: a terminal that is not signed in makes it, and a person sees it by its code alone.
alter table terminal_sign_ins enable row level security;
alter table terminal_sign_ins force row level security;
create policy terminal_sign_ins_server on terminal_sign_ins using ((select tocsin_sees_all()));
grant select, insert, update, delete on terminal_sign_ins to tocsin_app;
