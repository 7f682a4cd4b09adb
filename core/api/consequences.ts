import type { Client } from './client'
import { deletedToo, inactiveToo } from '../vocabulary/deletion'
import { ApiError } from '../base/errors'
import type { Translate } from '../vocabulary/i18n'
import { enumerated, usesInWords } from './in-use'
import type { Resource } from '../vocabulary/resource'

/** The effects of an action on other records, shown before the action runs. */
export type Consequence = {
  /** Returns the effects in one or two sentences, with numbers. */
  text: (t: Translate) => string
  /** The refusal that the server would give; the text says why. */
  refused?: ApiError
}

type Asked = {
  client: Pick<Client, 'list' | 'usesOf'>
  findResource: (resource: string) => Resource | undefined | Promise<Resource | undefined>
  /** Returns whether the user may list a resource. Resources that they may not list are left out. */
  mayView: (resource: Resource) => boolean
  resource: Resource
  /** An action of the resource, or `delete`. */
  action: string
  id: number
  signal?: AbortSignal | undefined
}

/**
 * Returns the consequence of an action: for a deletion the uses of the record, for an action with `stops` the number of
 * records that it stops, for an action with `replaces` what becomes of the record that gives way, for an action with
 * `reaches` the number of records that it reaches. Returns null for any other action. Throws ApiError.
 */
export async function consequenceOf(asked: Asked): Promise<Consequence | null> {
  if (asked.action === 'delete') return ofDeletion(asked)
  const { stops, replaces, reaches } = asked.resource.actions[asked.action] ?? {}
  if (replaces) return ofReplacement(asked, replaces)
  if (reaches) return ofReach(asked, reaches)
  return stops ? ofStop(asked, stops) : null
}

async function ofDeletion(asked: Asked): Promise<Consequence> {
  const { client, resource, id, signal } = asked
  const uses = await client.usesOf(resource, id, signal)
  if (uses.length === 0) {
    const isPart = (other: Resource) =>
      Object.keys(other.fields).find((name) => other.fields[name]?.partOf && other.fields[name].of === resource.name)
    const parts = await counted(asked, resource.deletion?.parts ?? [], isPart)
    return {
      text: (t) =>
        parts.length === 0
          ? t('consequences.unused')
          : t('consequences.parts', { list: enumerated(inWords(parts, t), t) }),
    }
  }
  const text = (t: Translate) => t('httpError.CANNOT_DELETE_WITH_RELATIONS', { relations: usesInWords(uses, t) })
  const refused = new ApiError({ status: 400, code: 'CANNOT_DELETE_WITH_RELATIONS', details: { relations: uses } })
  return { text, refused }
}

type Counted = { name: string; total: number }

/** Returns the numbers of records, by resource, whose field `by` names the record of the action; without zeros. */
async function counted(
  { client, findResource, mayView, id, signal }: Asked,
  resources: readonly string[],
  by: (other: Resource) => string | undefined,
): Promise<Counted[]> {
  const counts = await Promise.all(
    resources.map(async (name) => {
      const other = await findResource(name)
      const field = other && by(other)
      if (!field || !mayView(other)) return { name, total: 0 }
      const query = { [field]: id, limit: 1, ...inactiveToo(other), ...deletedToo(other) }
      return { name, total: (await client.list(other, query, signal)).total }
    }),
  )
  return counts.filter(({ total }) => total > 0)
}

const inWords = (counts: readonly Counted[], t: Translate): string[] =>
  counts.map(({ name, total }) =>
    t('inUse.counted', {
      count: total,
      resource: t(`resources.${name}.${total === 1 ? 'name' : 'names'}`).toLowerCase(),
      names: '',
    }),
  )

async function ofReplacement(
  { client, resource, action, id, signal }: Asked,
  replaces: NonNullable<Resource['actions'][string]['replaces']>,
): Promise<Consequence | null> {
  const { rows } = await client.list(resource, { ids: [id], limit: 1 }, signal)
  if (!rows[0]) return null
  const found = await client.list(resource, { ...replaces(rows[0]), limit: 1 }, signal)
  const own = `resources.${resource.name}`
  const gone = found.rows[0]
  return { text: (t) => (gone ? t(`${own}.replaces.${action}`, gone) : t(`${own}.replacesNothing.${action}`)) }
}

async function ofReach(
  { client, findResource, mayView, resource, action, id, signal }: Asked,
  reaches: NonNullable<Resource['actions'][string]['reaches']>,
): Promise<Consequence | null> {
  const { rows } = await client.list(resource, { ids: [id], limit: 1 }, signal)
  if (!rows[0]) return null
  const { resource: name, where } = reaches(rows[0])
  const other = await findResource(name)
  if (!other || !mayView(other)) return null
  const { total } = await client.list(other, { ...where, limit: 1 }, signal)
  const values = { ...rows[0], count: total }
  return { text: (t) => t(`resources.${resource.name}.reaches.${action}`, values) }
}

async function ofStop(asked: Asked, stops: readonly string[]): Promise<Consequence> {
  const { resource, action } = asked
  const told = await counted(asked, stops, ({ tenant }) => tenant)
  return {
    text: (t) => {
      const list = inWords(told, t)
      const what = t(`resources.${resource.name}.stops.${action}`)
      return list.length === 0 ? what : `${what} ${t('consequences.has', { list: enumerated(list, t) })}`
    },
  }
}
