-- The form of a registration has no options without a value, as the form of a channel (0022). Those of locked clients are
-- changed as well.

create function tocsin_without_nulls(value jsonb) returns jsonb language plpgsql immutable strict as $$
begin
  return case jsonb_typeof(value)
    when 'object' then (select coalesce(jsonb_object_agg(o.key, case
        when o.key in ('visibleIfQuery', 'defaultValue', 'attachmentTypes', 'attachmentSizes') then o.value
        else tocsin_without_nulls(o.value) end), '{}')
      from jsonb_each(value) o where o.value <> 'null')
    when 'array' then (select coalesce(jsonb_agg(tocsin_without_nulls(a.value) order by a.n), '[]')
      from jsonb_array_elements(value) with ordinality a (value, n))
    else value end;
end $$;

select set_config('app.scope', 'all', true);
alter table registration_forms disable trigger registration_forms_locked;
update registration_forms set schema = tocsin_without_nulls(schema) where schema <> tocsin_without_nulls(schema);
alter table registration_forms enable trigger registration_forms_locked;

drop function tocsin_without_nulls(jsonb);
