import { commandsOf } from '@tocsin/core/command-line/commands'
import { formatCommand } from '@tocsin/core/command-line/line'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { withDefaults } from '@tocsin/core/vocabulary/validate'
import { isEmpty } from '@tocsin/core/vocabulary/empty'
import { changesOf, type Changes } from '@tocsin/core/vocabulary/changes'

/**
 * Returns the line that makes the same change in a terminal; undefined where no line can. A password is never part of
 * the line, which reads it from a file.
 */
export function lineOfChange(resource: Resource, id: number | null, changes: Changes): string | undefined {
  const kind = id === null ? 'create' : 'update'
  const spec = commandsOf(resource).find((one) => one.kind === kind)
  const password = Object.hasOwn(changes, 'password') && resource.fields['password']?.secret
  if (!spec || (!password && !spec.flags.some(({ path }) => Object.hasOwn(changes, path)))) return undefined
  const refs = id === null ? [] : [id]
  const line = formatCommand(spec, { resource: spec.resource, verb: spec.verb, refs, values: changes })
  return password ? `${line} --password-stdin < password.txt` : line
}

/** Returns the values of a new record that differ from its defaults: only those need to be on a line. */
export function beyondDefaults(resource: Resource, draft: Record<string, unknown>): Changes {
  const changes = changesOf(resource.fields, withDefaults(resource.fields, {}), draft)
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => !isEmpty(value)))
}
