import type { CommandSpec, Flag } from '@tocsin/core/commands'
import type { Resource } from '@tocsin/core/resource'

export const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The declaration of the action that a command runs; undefined for every other command. */
export const actionOf = ({ actions }: Pick<Resource, 'actions'>, { kind, verb }: CommandSpec) =>
  kind === 'action' ? actions[camel(verb)] : undefined

/**
 * Whether a command does not run without a flag. An action that is an update clears what it is given empty: that is said
 * with an empty flag, since a flag that was forgotten must not take anything away.
 */
export const isNeeded = (resource: Pick<Resource, 'actions'>, spec: CommandSpec, flag: Flag): boolean =>
  flag.required || actionOf(resource, spec)?.patch !== undefined
