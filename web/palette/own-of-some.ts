import type { Profile } from '@tocsin/core/api/session'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Ask, Command, Values } from '../commands/command'
import { idsOf, inputOf, REFS } from '../commands/line'
import { ofSome } from '../commands/own-commands'
import { client } from '../data/api'
import type { Row } from '../data/row'
import { tellReason, toastFailure } from '../notices/toast'

const GROUP = 'create'

/** Returns the further commands of a resource for a record that is asked for first. */
export function ownCommandsOfSome(resource: Resource, account: Profile): Command[] {
  const made = ofSome(resource)
  if (!made) return []
  return made.of({ id: 0, ...made.any }, GROUP, account).map(({ key: _, label: __, ...command }) => {
    const { id, asks } = command
    const verb = id.slice(id.indexOf('.') + 1)
    const of = (row: Row) => made.of(row, GROUP, account).find((one) => one.id === id)
    /** Returns the command for the chosen record, as it is now; undefined where it is not offered. */
    const chosen = async (values: Values): Promise<Command | undefined> => {
      const ids = idsOf(values)
      const { rows } = await client.list(resource, { ids, limit: Math.max(1, ids.length) })
      return rows[0] && of(rows[0] as Row)
    }
    return {
      ...command,
      title: (t) => t(`resources.${resource.name}.ofSome.${verb}`),
      keywords: (t) => `${id.replace('.', ' ')} ${t(`resources.${resource.name}.names`)}`,
      asks: [
        {
          flag: { name: 'ids', path: REFS, type: 'ref', required: true, of: resource.name },
          label: (t) => t(`resources.${resource.name}.name`),
          field: { type: 'ref', of: resource.name },
        },
        ...asks.map(({ preset: ___, where: ____, ...ask }): Ask => ({
          ...ask,
          about: async (values) => {
            const now = (await chosen(values))?.asks.find((one) => one.flag.path === ask.flag.path)
            const { preset, where } = { ...now, ...(await now?.about?.(values)) }
            return { ...(preset === undefined ? {} : { preset }), ...(where ? { where } : {}) }
          },
        })),
      ],
      line: (values) => {
        const [ref] = idsOf(values)
        const line = ref === undefined ? undefined : of({ id: ref, ...made.any })?.line
        return typeof line === 'function' ? line(inputOf(values)) : `tocsin ${id.replace('.', ' ')}`
      },
      run: async (values) => {
        try {
          const now = await chosen(values)
          if (!now) tellReason({ key: 'httpError.NOT_FOUND' })
          else if (now.blocked) tellReason(now.blocked)
          else await now.run(inputOf(values))
        } catch (error) {
          toastFailure(error)
        }
      },
    }
  })
}
