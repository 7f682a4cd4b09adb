-- Setting up MFA: codes that go to an address which is not the user's yet, and stands here until it is proved.
alter table one_time_codes drop constraint one_time_codes_purpose_check;
alter table one_time_codes add column destination text;
alter table one_time_codes add constraint one_time_codes_purpose_check
  check (purpose in ('sign-in', 'password-reset', 'mfa-setup') and (purpose = 'mfa-setup') = (destination is not null));
create unique index one_time_codes_setup on one_time_codes (user_id, method) where purpose = 'mfa-setup';

-- Whoever is signed in is told of what became of their account, also who sees nobody's rows but their own.
create policy outbox_write_own on outbox for insert with check ((select tocsin_user()) is not null);

-- The server, proving who somebody is, writes into the history whose doing it was; requests write their own alone.
create policy audit_events_server on audit_events for insert
  with check ((select tocsin_sees_all()) and (select tocsin_user()) is null);
