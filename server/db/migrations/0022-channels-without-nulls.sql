-- A channel's config has no options without a value. Those of locked clients are changed as well.

-- Free JSON keeps its nulls, where they may mean something: a rule that compares with null.
create function tocsin_without_nulls(value jsonb) returns jsonb language plpgsql immutable strict as $$
begin
  return case jsonb_typeof(value)
    when 'object' then (select coalesce(jsonb_object_agg(o.key, case
        when o.key in ('visibilityQuery', 'visibleIfQuery', 'defaultValue', 'attachmentTypes', 'attachmentSizes') then o.value
        else tocsin_without_nulls(o.value) end), '{}')
      from jsonb_each(value) o where o.value <> 'null')
    when 'array' then (select coalesce(jsonb_agg(tocsin_without_nulls(a.value) order by a.n), '[]')
      from jsonb_array_elements(value) with ordinality a (value, n))
    else value end;
end $$;

-- The same for the channels in the contents of an app.
create function tocsin_channels_without_nulls(channels jsonb) returns jsonb language sql immutable strict
return (select coalesce(jsonb_agg(c.value || jsonb_build_object('config', tocsin_without_nulls(c.value -> 'config'))
  order by c.n), '[]') from jsonb_array_elements(channels) with ordinality c (value, n));

select set_config('app.scope', 'all', true);
alter table channels disable trigger channels_locked;
alter table app_versions disable trigger app_versions_locked;
alter table templates disable trigger templates_locked;
update channels set config = tocsin_without_nulls(config) where config <> tocsin_without_nulls(config);
update app_versions set channels = tocsin_channels_without_nulls(channels),
    replaced = replaced || jsonb_build_object('channels', tocsin_channels_without_nulls(replaced -> 'channels'))
  where channels is not null or replaced is not null;
update templates set channels = tocsin_channels_without_nulls(channels);
alter table channels enable trigger channels_locked;
alter table app_versions enable trigger app_versions_locked;
alter table templates enable trigger templates_locked;

drop function tocsin_channels_without_nulls(jsonb);
drop function tocsin_without_nulls(jsonb);
