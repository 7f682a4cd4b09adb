-- A draft is a version without a number or a comment. Its contents are the app and its channels as they are; the other
-- versions keep a snapshot of both.
alter table app_versions rename column name to version_name;
alter table app_versions rename column comment to version_comment;
alter table app_versions
  add column version int not null default 1,
  add column channels jsonb,
  -- The name of the user, who may be one that the readers of the version do not see.
  add column user_name text,
  -- A draft that continues another version: that version, and the contents that it replaced, so that this can be taken
  -- back.
  add column continued_from int,
  add column replaced jsonb,
  alter column number drop not null,
  alter column version_comment drop not null,
  alter column config drop not null,
  drop constraint app_versions_status_check,
  add unique (id);
-- Also the versions of locked clients.
select set_config('app.scope', 'all', true);
alter table app_versions disable trigger app_versions_locked;
update app_versions v set channels = '[]', user_name = (select name from users u where u.id = v.user_id);
alter table app_versions add constraint app_versions_status_check check (
  case status
    when 'draft' then number is null and version_comment is null and config is null and channels is null
    when 'published' then number is not null and version_comment is not null and config is not null and channels is not null
    when 'unpublished' then number is not null and version_comment is not null and config is not null and channels is not null
    else false
  end);
-- Any number of writes at once share one draft.
create unique index app_versions_one_draft on app_versions (client_id, app_id) where status = 'draft';

insert into app_versions (client_id, app_id, status)
  select a.client_id, a.id, 'draft' from apps a
  left join lateral (select label, config from app_versions v where v.client_id = a.client_id and v.app_id = a.id
    order by number desc limit 1) latest on true
  where latest.config is null or latest.config <> a.config or latest.label is distinct from a.label
    or exists (select from channels c where c.client_id = a.client_id and c.app_id = a.id);
alter table app_versions enable trigger app_versions_locked;
