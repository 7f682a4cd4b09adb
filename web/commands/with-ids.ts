import { recordsNamed } from '@tocsin/core/api/references'
import type { Command } from '@tocsin/core/command-line/commands'
import type { Reading } from '@tocsin/core/command-line/reading-line'
import type { Reason } from '@tocsin/core/vocabulary/resource'
import { client } from '../data/api'
import { findResource } from '../data/resources'

/**
 * Returns the command of a line with ids in place of names, as the terminal looks them up; within a client, unless that is
 * null. The message of a name that means no record or several is below `problems`.
 */
export async function withIds(
  { resource, spec, command }: Reading,
  within: number | null,
  problems: string,
): Promise<{ command: Command } | { problem: Reason }> {
  const values = { ...command.values }
  const refs = [...command.refs]
  let problem: Reason | undefined
  const idOf = async (resourceName: string, name: unknown): Promise<unknown> => {
    if (typeof name !== 'string') return name
    const target = findResource(resourceName)
    const narrowing = within !== null && target?.tenant ? { [target.tenant]: within } : {}
    const found = target ? await recordsNamed(client, target, name, narrowing) : []
    const [one, another] = found
    if (one && !another) return one.id
    const ids = found.map(({ id }) => id).join(', ')
    problem ??= one
      ? { key: `${problems}.several`, values: { total: found.length, name, ids } }
      : { key: `${problems}.none`, values: { resource: resourceName, name } }
    return undefined
  }
  for (const [at, ref] of refs.entries()) refs[at] = (await idOf(resource.name, ref)) as number
  for (const flag of spec.flags) {
    const value = values[flag.path]
    if (flag.type === 'ref') values[flag.path] = await idOf(flag.of ?? '', value)
    if (flag.type === 'refs' && Array.isArray(value))
      values[flag.path] = await Promise.all(value.map((one) => idOf(flag.of ?? resource.name, one)))
    if (values[flag.path] === undefined) delete values[flag.path]
  }
  return problem ? { problem } : { command: { ...command, refs, values } }
}
