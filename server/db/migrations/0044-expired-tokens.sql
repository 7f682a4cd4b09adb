-- A token whose time is over is out of use as well, without anybody having revoked it.
alter table tokens drop constraint tokens_revoked;
select set_config('app.scope', 'all', true);
update tokens set revoked_at = null where revoked_at = expires_at;
select set_config('app.scope', '', true);
alter table tokens add constraint tokens_revoked check (not active or revoked_at is null);
