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
 * records that it stops. Returns null for any other action. Throws ApiError.
 */
export async function consequenceOf(asked: Asked): Promise<Consequence | null> {
  return asked.action === 'delete' ? ofDeletion(asked) : ofStop(asked)
}

async function ofDeletion({ client, resource, id, signal }: Asked): Promise<Consequence> {
  const uses = await client.usesOf(resource, id, signal)
  if (uses.length === 0) return { text: (t) => t('consequences.unused') }
  const text = (t: Translate) => t('httpError.CANNOT_DELETE_WITH_RELATIONS', { relations: usesInWords(uses, t) })
  const refused = new ApiError({ status: 400, code: 'CANNOT_DELETE_WITH_RELATIONS', details: { relations: uses } })
  return { text, refused }
}

async function ofStop({ client, findResource, mayView, ...asked }: Asked): Promise<Consequence | null> {
  const { resource, action, id, signal } = asked
  const { stops } = resource.actions[action] ?? {}
  if (!stops) return null
  const counts = await Promise.all(
    stops.map(async (resourceName) => {
      const other = await findResource(resourceName)
      if (other?.tenant === undefined || !mayView(other)) return { name: resourceName, total: 0 }
      const query = { [other.tenant]: id, limit: 1, ...inactiveToo(other), ...deletedToo(other) }
      const { total } = await client.list(other, query, signal)
      return { name: resourceName, total }
    }),
  )
  const told = counts.filter(({ total }) => total > 0)
  return {
    text: (t) => {
      const list = told.map(({ name, total }) =>
        t('inUse.counted', {
          count: total,
          resource: t(`resources.${name}.${total === 1 ? 'name' : 'names'}`).toLowerCase(),
          names: '',
        }),
      )
      const what = t(`resources.${resource.name}.stops.${action}`)
      return list.length === 0 ? what : `${what} ${t('consequences.has', { list: enumerated(list, t) })}`
    },
  }
}
