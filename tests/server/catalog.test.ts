import { allResources } from '@tocsin/core/resources/index'
import { snake } from '@tocsin/core/base/naming'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyDatabase } from '../database'
import type { Database } from '../../server/db/open'

let database: Database
beforeAll(async () => {
  database = await emptyDatabase()
})
afterAll(() => database.close())

/** Returns every hole in the schema that would let a tenant's row out or in, as lines. */
async function holes(tx: Database['kysely'] = database.kysely): Promise<string[]> {
  const { rows } = await sql<{ hole: string }>`
    with tables as (
      select c.oid, c.relname as name, c.relkind as kind, c.relrowsecurity as on_, c.relforcerowsecurity as forced,
        coalesce(c.reloptions, '{}') as options,
        (select a.attnum from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped) as client,
        (select a.attnotnull from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id') as always,
        has_any_column_privilege('tocsin_app', c.oid, 'select, insert, update')
          or has_table_privilege('tocsin_app', c.oid, 'select, insert, update, delete') as reachable,
        exists (select from pg_policy p where p.polrelid = c.oid) as policy
      from pg_class c where c.relnamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    )
    select name || ': rows without row level security' as hole from tables
      where kind in ('r', 'p') and (reachable or client is not null) and not on_
    union all select name || ': its owner passes by the policies' from tables
      where kind in ('r', 'p') and (reachable or client is not null) and not forced
    union all select name || ': no policy' from tables where kind in ('r', 'p') and (reachable or client is not null) and not policy
    union all select name || ': key does not begin with the client' from tables t where kind in ('r', 'p') and always
      and not exists (select from pg_constraint k where k.conrelid = t.oid and k.contype = 'p' and k.conkey[1] = t.client)
    union all select k.conname || ': points into a tenant without saying which' from pg_constraint k
      join tables t on t.oid = k.conrelid join tables target on target.oid = k.confrelid
      where k.contype = 'f' and t.client is not null and target.client is not null
        and not (t.client = any (k.conkey) and target.client = any (k.confkey))
        -- What the provider offers belongs to the client or to the provider, and a check says so of its owner.
        and not exists (select from pg_constraint c join pg_attribute owner on owner.attrelid = k.conrelid
            and owner.attnum = k.conkey[array_position(k.confkey, target.client)]
          where c.contype = 'c' and c.conrelid = k.conrelid
            and pg_get_constraintdef(c.oid) like format('%%((%1$s = client_id) OR (%1$s = 1))%%', owner.attname))
    union all select name || ': a view with its owner''s eyes' from tables
      where kind = 'v' and not 'security_invoker=true' = any (options)
    union all select name || ': a materialized view' from tables where kind = 'm'
    union all select p.proname || ': its definer looks for names where others may put them' from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prosecdef
        and not coalesce(p.proconfig, '{}') @> array['search_path=public, pg_temp']
    order by 1`.execute(tx)
  return rows.map(({ hole }) => hole)
}

it('T11 T114 leaves no definer’s function without a safe search path, no table without forced policies and composite keys, and no view that sees more than its reader', async () => {
  expect(await holes()).toEqual([])
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relforcerowsecurity`.execute(database.kysely)
  const names = rows.map(({ name }) => name)
  const must = ['clients', 'sites', 'users', 'sessions', 'outbox', 'idempotency_keys', 'audit_events']
  expect(names).toEqual(expect.arrayContaining(must))
})

/** Returns what the policies of a resource's table let somebody of a client, or bound to a site, read and write. */
async function fenceOf(table: string): Promise<{ reads: string; writes: string } | null> {
  const { rows } = await sql<{ reads: string; writes: string }>`
    select string_agg(pg_get_expr(p.polqual, p.polrelid), ' or ') filter (where p.polcmd in ('r', '*')) as reads,
      string_agg(coalesce(pg_get_expr(p.polwithcheck, p.polrelid), pg_get_expr(p.polqual, p.polrelid)), ' or ')
        filter (where p.polcmd in ('a', '*')) as writes
    from pg_policy p join pg_class c on c.oid = p.polrelid
    where c.relname = ${table} and c.relkind = 'r' and p.polpermissive
      and (p.polroles = '{0}' or 'tocsin_app'::regrole = any (p.polroles)) group by c.oid`.execute(database.kysely)
  return rows[0] ?? null
}

const tenants = (await allResources()).filter(({ tenant }) => tenant !== undefined)

it.each(tenants.map((resource) => [resource.name, resource] as const))(
  'T06 fences %s by the client and the site that its declaration names',
  async (name, { tenant, site, can }) => {
    const fence = await fenceOf(snake(name))
    // A resource that is a view has its table's fence.
    if (!fence) return
    expect(fence.reads).toContain(`${snake(tenant!)} = ANY`)
    const siteOf = /\((\w+) = \( SELECT tocsin_site\(\)/g
    const named = [...fence.reads.matchAll(siteOf)].map(([, column]) => column)
    expect(new Set(named), 'the column of the policy beside `site` of the declaration').toEqual(
      new Set(site === undefined ? [] : [snake(site)]),
    )
    if (site === undefined && can.create) expect(fence.writes).toContain('tocsin_sees_every_site')
  },
)

it.each([
  [
    'a table without policies',
    'create table planted (client_id int not null, id int, primary key (client_id, id))',
    ['planted: its owner passes by the policies', 'planted: no policy', 'planted: rows without row level security'],
  ],
  [
    'a table the application reaches that names no client',
    'create table planted (id int); grant select (id) on planted to tocsin_app',
    ['planted: its owner passes by the policies', 'planted: no policy', 'planted: rows without row level security'],
  ],
  [
    'a key and a reference that leave the client out',
    `create table planted (client_id int not null, id int primary key, site_id int references sites (id));
     alter table planted enable row level security; alter table planted force row level security;
     create policy planted_scope on planted using (client_id = 1)`,
    ['planted: key does not begin with the client', 'planted_site_id_fkey: points into a tenant without saying which'],
  ],
  [
    'a key with an owner that nothing keeps among the client and the provider',
    `create table planted (client_id int not null, id int, owner int, provider_id int, primary key (client_id, id),
       foreign key (owner, provider_id) references monitoring_providers (client_id, id), check (owner in (client_id, 2)));
     alter table planted enable row level security; alter table planted force row level security;
     create policy planted_scope on planted using (client_id = 1)`,
    ['planted_owner_provider_id_fkey: points into a tenant without saying which'],
  ],
  ['a view', 'create view planted as select * from sites', ["planted: a view with its owner's eyes"]],
  ['a materialized view', 'create materialized view planted as select * from sites', ['planted: a materialized view']],
  [
    'a definer’s function without a search path of its own, or with one that a temporary table comes before',
    `create function planted() returns int language sql security definer as 'select 1';
     create function planted_too() returns int language sql security definer set search_path = public as 'select 1'`,
    [
      'planted: its definer looks for names where others may put them',
      'planted_too: its definer looks for names where others may put them',
    ],
  ],
])('T11 T114 notices %s', async (_what, text, wanted) => {
  class Planted extends Error {
    seen: string[] = []
  }
  const planted = await database
    .transaction(async (tx) => {
      for (const statement of text.split(';')) await sql.raw(statement).execute(tx)
      throw Object.assign(new Planted(), { seen: await holes(tx) })
    })
    .catch((error: unknown) => error)
  expect(planted).toBeInstanceOf(Planted)
  expect((planted as Planted).seen).toEqual(wanted)
})
