import { sql } from 'kysely'
import { runScript, type Tx } from '../db/transaction'
import { hasTable, type Applied } from './catalog'
import { CopyError } from './copy-error'
import type { Figures } from './rows'

/**
 * The journal of a copy lies in the target, from its first statement to its last. While it is there no server serves the
 * database, and the same copy goes on where it was interrupted. It keeps what was taken off the tables, to put it back:
 * foreign keys, indexes, triggers and the fences of the owner.
 */
const CREATE = `create table tocsin_copy (part text primary key, value jsonb not null)`

/**
 * Takes off what would refuse or change rows on their way in. Foreign keys are put back at the end, when all rows are there,
 * and then checked. To build an index at once takes a fraction of the time of filling it row by row.
 */
const HOLD = `do $$
declare
  one record;
begin
  for one in select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relforcerowsecurity
  loop
    insert into tocsin_copy values ('forced ' || one.name, to_jsonb(one.name));
    execute format('alter table public.%I no force row level security', one.name);
    execute format('alter table public.%I disable trigger user', one.name);
  end loop;
  for one in select c.relname as name, k.conname as key, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace
  loop
    insert into tocsin_copy values ('key ' || one.name || ' ' || one.key,
      jsonb_build_object('name', one.name, 'key', one.key, 'definition', one.definition));
    execute format('alter table public.%I drop constraint %I', one.name, one.key);
  end loop;
  for one in select i.indexrelid::regclass as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not i.indisunique
  loop
    insert into tocsin_copy values ('index ' || one.name, to_jsonb(one.definition));
    execute format('drop index %s', one.name);
  end loop;
end $$`

/**
 * Puts back what was taken off, and removes the journal. The readers of the stream start anew: a position that they had is of
 * another epoch.
 */
const RELEASE = `do $$
declare
  one record;
begin
  for one in select value#>>'{}' as definition from tocsin_copy where part like 'index %' loop
    execute one.definition;
  end loop;
  for one in select value->>'name' as name, value->>'key' as key, value->>'definition' as definition
    from tocsin_copy where part like 'key %'
  loop
    execute format('alter table public.%I add constraint %I %s', one.name, one.key, one.definition);
  end loop;
  delete from happenings;
  -- A row of its own gets a new epoch, where the schema has one already.
  delete from happenings_swept;
  insert into happenings_swept (tx, id) values (pg_current_xact_id(), 0);
  for one in select value#>>'{}' as name from tocsin_copy where part like 'forced %' loop
    execute format('alter table public.%I enable trigger user', one.name);
    execute format('alter table public.%I force row level security', one.name);
  end loop;
  drop table tocsin_copy;
end $$`

/** Begins a copy: from now on the database belongs to it. */
export async function hold(tx: Tx, migrations: readonly Applied[]): Promise<void> {
  await runScript(tx, CREATE)
  await sql`insert into tocsin_copy values ('migrations', ${JSON.stringify(migrations)}::jsonb)`.execute(tx)
  await runScript(tx, HOLD)
}

/** Ends a copy. Fails with the name of a foreign key that the rows do not keep. */
export const release = (tx: Tx): Promise<void> => runScript(tx, RELEASE)

export const isHeld = (tx: Tx): Promise<boolean> => hasTable(tx, 'tocsin_copy')

/** Throws UNFINISHED for a database that a copy has begun to fill. */
export async function refuseHeld(tx: Tx, place?: string): Promise<void> {
  if (await isHeld(tx)) throw new CopyError('UNFINISHED', place === undefined ? {} : { place })
}

/** Returns the figures of the tables that are in already. Throws OTHER_COPY if the schema of the copy was another one. */
export async function readJournal(tx: Tx, migrations: readonly Applied[]): Promise<Map<string, Figures>> {
  const { rows } = await sql<{ part: string; value: unknown }>`
    select part, value from tocsin_copy where part = 'migrations' or part like 'table %'`.execute(tx)
  const begun = (rows.find(({ part }) => part === 'migrations')?.value ?? []) as Applied[]
  const hashes = (list: readonly Applied[]) => list.map(({ hash }) => hash).join()
  if (hashes(begun) !== hashes(migrations)) throw new CopyError('OTHER_COPY', { migration: begun.at(-1)?.name ?? '' })
  return new Map(
    rows
      .filter(({ part }) => part.startsWith('table '))
      .map(({ part, value }) => [part.slice('table '.length), value as Figures]),
  )
}

/** Notes in the same transaction that a table is in. */
export async function note(tx: Tx, table: string, figures: Figures): Promise<void> {
  await sql`insert into tocsin_copy values (${`table ${table}`}, ${JSON.stringify(figures)}::jsonb)
    on conflict (part) do update set value = excluded.value`.execute(tx)
}
