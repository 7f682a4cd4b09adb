-- The few of very many alerts that lists are narrowed to: open ones, oldest first, those that wait, and tests. A list finds
-- them without passing over all the others. Staff read across clients, and everybody else within theirs.
drop index alerts_open;
do $$
declare
  few record;
begin
  for few in
    select * from (values ('open', 'open'), ('pending', 'not processed'), ('tests', 'test'), ('priority', 'priority'))
      kinds (name, rows)
  loop
    execute format('create index %I on alerts (client_id, id) where %s', 'alerts_' || few.name, few.rows);
    execute format('create index %I on alerts (id) where %s', 'alerts_all_' || few.name, few.rows);
  end loop;
end $$;

-- Those that were resolved lately.
create index alerts_resolved on alerts (client_id, resolved_at) where resolved_at is not null;
create index alerts_all_resolved on alerts (resolved_at) where resolved_at is not null;
