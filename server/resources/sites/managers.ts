import { same } from '@tocsin/core/base/same'
import type { SiteManager } from '@tocsin/core/resources/site-or-team'
import { sql } from 'kysely'
import { auditStatement, writeAudits } from '../../records/audit'
import type { Context } from '../../context/context'

/**
 * The SQL of the managers of a place `r`: its active profiles with that role, in the order of the place (ENT-SITE-06).
 */
export const managersOfPlace = sql`coalesce((select jsonb_agg(jsonb_build_object('name', m.name,
    'job', m.profile_props ->> 'job', 'email', m.profile_props ->> 'email', 'phone', m.profile_props ->> 'phone')
    order by m.manager_order, m.id)
  from maps m where m.client_id = r.client_id and m.site_id = r.id and m.role = 'manager' and m.status = 'active'), '[]')`

/** The condition that a profile `r` is the first manager of its place. */
export const isFirstManager = sql`coalesce(r.id = (select m.id from maps m where m.client_id = r.client_id
  and m.site_id = r.site_id and m.role = 'manager' and m.status = 'active' order by m.manager_order, m.id limit 1), false)`

/** The managers that a place is to have. */
export type PlaceManagers = { siteId: number; managers: readonly SiteManager[] }

type Contact = { email: string | null; phone: string | null; job: string | null }
type Profile = {
  id: number
  siteId: number
  name: string
  role: 'manager' | 'worker'
  /** True for a person of the app; false for a name that was only entered in the console. */
  inApp: boolean
  order: number | null
  props: Partial<Contact>
}
type Written = { id: number; name: string; order: number; props: Contact }

const folded = (text: string | null | undefined) => text?.trim().toLowerCase() ?? ''
const isSame = (one: string | null | undefined, other: string | null | undefined) =>
  folded(one) !== '' && folded(one) === folded(other)

/** The facts that identify a person. `name` is null if it identifies nobody. */
type Facts = { name: string | null; email?: string | null; phone?: string | null }

/** Returns the person among some people that a manager is: by e-mail or phone, else by name. */
function findPerson<Person>(
  wanted: SiteManager,
  people: readonly Person[],
  factsOf: (person: Person) => Facts,
): Person | undefined {
  const reached = people.find((person) => {
    const { email, phone } = factsOf(person)
    return isSame(email, wanted.email) || isSame(phone, wanted.phone)
  })
  return reached ?? people.find((person) => isSame(factsOf(person).name, wanted.name))
}

/**
 * Returns a place's managers with a new first one, of whom only some parts are given. A person who is among them
 * already keeps the other parts, and is not listed twice.
 */
export function withFirst(
  before: readonly SiteManager[],
  wanted: SiteManager,
  given: ReadonlySet<string>,
): SiteManager[] {
  const [replaced, ...rest] = before
  const known = findPerson(wanted, before, (one) => one)
  const parts = Object.entries(wanted).filter(([part]) => given.has(part))
  const first = known ? { ...known, ...Object.fromEntries(parts) } : wanted
  return [first, ...(known === replaced ? rest : rest.filter((one) => one !== known))]
}

/**
 * Writes the managers of places. A profile of the place becomes its manager; for any other person a profile is created.
 * A former manager becomes a worker, or is deleted if the profile was only a name.
 */
export async function writeManagers(
  context: Context,
  clientId: number,
  places: readonly PlaceManagers[],
): Promise<void> {
  if (places.length === 0) return
  const known = await profilesOf(
    context,
    clientId,
    places.map(({ siteId }) => siteId),
  )
  const added: (Omit<Written, 'id'> & { siteId: number })[] = []
  const changed: { before: Profile; after: Written }[] = []
  const left: Profile[] = []
  for (const { siteId, managers } of places) {
    let profiles = known.get(siteId) ?? []
    for (const [order, wanted] of managers.entries()) {
      const { name, email, phone, job } = wanted
      const props = { email, phone, job }
      const before = findPerson(wanted, profiles, factsOf)
      if (!before) {
        added.push({ siteId, name, order, props })
        continue
      }
      profiles = profiles.filter((one) => one !== before)
      const isThis = before.role === 'manager' && before.order === order && before.name === name
      if (!isThis || !same({ ...EMPTY, ...before.props }, props))
        changed.push({ before, after: { id: before.id, name, order, props } })
    }
    left.push(...profiles.filter(({ role }) => role === 'manager'))
  }
  await removeManagers(context, clientId, left)
  await change(context, clientId, changed)
  await add(context, clientId, added)
}

/** A worker who has only the name in common with a manager is another person. */
const factsOf = ({ name, role, props }: Profile): Facts => ({ ...props, name: role === 'manager' ? name : null })

const EMPTY: Contact = { email: null, phone: null, job: null }

async function profilesOf(
  { tx }: Context,
  clientId: number,
  siteIds: readonly number[],
  which = sql`status = 'active'`,
): Promise<ReadonlyMap<number, Profile[]>> {
  const { rows } =
    await sql<Profile>`select id, site_id as "siteId", name, role, mobile_user_uuid is not null as "inApp",
      manager_order as "order", profile_props as props
    from maps where client_id = ${clientId} and site_id = any (${siteIds}::int[]) and ${which}
    order by manager_order, id for update`.execute(tx)
  const bySite = new Map<number, Profile[]>()
  for (const row of rows) {
    const ofSite = bySite.get(row.siteId)
    if (ofSite) ofSite.push(row)
    else bySite.set(row.siteId, [row])
  }
  return bySite
}

const timeOf = ({ parts }: Context) => new Date(parts.now()).toISOString()

async function removeManagers(context: Context, clientId: number, profiles: readonly Profile[]): Promise<void> {
  if (profiles.length === 0) return
  const [inApp, names] = [profiles.filter((one) => one.inApp), profiles.filter((one) => !one.inApp)]
  const idsOf = (some: readonly Profile[]) => sql`any (${some.map(({ id }) => id)}::int[])`
  await sql`update maps set role = 'worker', manager_order = null, version = version + 1, updated_at = ${timeOf(context)}
    where client_id = ${clientId} and id = ${idsOf(inApp)}`.execute(context.tx)
  await sql`delete from maps where client_id = ${clientId} and id = ${idsOf(names)}`.execute(context.tx)
  await writeAudits(
    context,
    { noun: 'maps', verb: 'update', clientId },
    inApp.map(({ id, siteId, role }) => ({
      recordId: id,
      siteId,
      changes: { role: { before: role, after: 'worker' } },
    })),
  )
  await writeAudits(
    context,
    { noun: 'maps', verb: 'delete', clientId },
    names.map(({ id, siteId, name, role }) => ({
      recordId: id,
      siteId,
      changes: { name: { before: name, after: null }, role: { before: role, after: null } },
    })),
  )
}

async function change(
  context: Context,
  clientId: number,
  changed: readonly { before: Profile; after: Written }[],
): Promise<void> {
  if (changed.length === 0) return
  const data = changed.map(({ after: { id, name, order, props } }) => ({ id, name, manager_order: order, props }))
  await sql`update maps m set name = i.name, role = 'manager', manager_order = i.manager_order,
      profile_props = m.profile_props || i.props, version = m.version + 1, updated_at = ${timeOf(context)}
    from jsonb_to_recordset(${JSON.stringify(data)}::jsonb) as i(id int, name text, manager_order int, props jsonb)
    where m.client_id = ${clientId} and m.id = i.id`.execute(context.tx)
  await writeAudits(
    context,
    { noun: 'maps', verb: 'update', clientId },
    changed.flatMap(({ before, after }) => {
      const was = { ...EMPTY, ...before.props }
      const changes = {
        ...(before.name === after.name ? {} : { name: { before: before.name, after: after.name } }),
        ...(before.role === 'manager' ? {} : { role: { before: before.role, after: 'manager' } }),
        ...(same(was, after.props) ? {} : { profileProps: { before: was, after: after.props } }),
      }
      // The order of the managers is only in the history of the place.
      return Object.keys(changes).length === 0 ? [] : [{ recordId: before.id, siteId: before.siteId, changes }]
    }),
  )
}

/** Writes new profiles with their history, in one statement whatever their number. */
async function add(
  context: Context,
  clientId: number,
  added: readonly (Omit<Written, 'id'> & { siteId: number })[],
): Promise<void> {
  if (added.length === 0) return
  const now = timeOf(context)
  const data = added.map(({ siteId, name, order, props }) => ({ site_id: siteId, name, manager_order: order, props }))
  await sql`
    with written as (
      insert into maps (client_id, site_id, name, status, role, profile_props, manager_order, created_at, updated_at)
      select ${clientId}, site_id, name, 'active', 'manager', props, manager_order, ${now}, ${now}
      from jsonb_to_recordset(${JSON.stringify(data)}::jsonb) as i(site_id int, name text, manager_order int, props jsonb)
      returning id, site_id, name, profile_props
    )
    ${auditStatement(
      context,
      { noun: 'maps', verb: 'create', clientId },
      sql`select id, site_id, jsonb_build_object('name', jsonb_build_object('before', null, 'after', name),
        'role', jsonb_build_object('before', null, 'after', 'manager'),
        'profileProps', jsonb_build_object('before', null, 'after', profile_props)) as changes from written`,
    )}`.execute(context.tx)
}

/**
 * Deletes the profiles of a place that are only names, so that the place itself can be deleted. They include those that
 * were switched off or made workers since, which nothing else deletes.
 */
export async function removeNames(context: Context, clientId: number, siteId: number): Promise<void> {
  const profiles = await profilesOf(context, clientId, [siteId], sql`mobile_user_uuid is null`)
  await removeManagers(context, clientId, profiles.get(siteId) ?? [])
}
