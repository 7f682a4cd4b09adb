import type { CommandSpec, Flag } from '@tocsin/core/command-line/commands'
import { camel } from '@tocsin/core/base/naming'
import type { Resource } from '@tocsin/core/vocabulary/resource'

/** Returns the declaration of the action that a command runs; undefined for every other command. */
export const actionOf = ({ actions }: Pick<Resource, 'actions'>, { kind, verb }: CommandSpec) =>
  kind === 'action' ? actions[camel(verb)] : undefined

/** Returns whether a command does not run without a flag. */
export const isNeeded = (spec: CommandSpec, flag: Flag): boolean => flag.required || spec.clears === true
