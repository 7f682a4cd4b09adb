import { singularOf } from '../base/naming'
import { apps } from '../resources/apps/index'
import { channels } from '../resources/channels/index'
import { monitoringProviders } from '../resources/monitoring-providers/index'
import { projects } from '../resources/projects/index'
import { registrationForms } from '../resources/registration-forms/index'
import { registrationHandlers } from '../resources/registration-handlers/index'
import { registrationHandlersV2 } from '../resources/registration-handlers-v2/index'
import { terms } from '../resources/terms/index'
import type { Draft, Resource } from '../vocabulary/resource'

/** A kind of object that a client's configuration has, one file for each object. */
export type Kind = {
  resource: Resource
  /** The resource whose records are written inside the file, in their order: the channels of an app. */
  inside?: Resource
  /** Returns whether a record is no configuration: every client has it, and nothing in it can be changed. */
  isGiven?: (record: Draft) => boolean
}

/** Every kind. An object refers to objects of earlier kinds alone, so that no two can refer to each other. */
export const KINDS: readonly Kind[] = [
  { resource: projects, isGiven: ({ isDefault }) => isDefault === true },
  { resource: terms },
  { resource: monitoringProviders },
  { resource: registrationForms },
  { resource: registrationHandlers },
  { resource: registrationHandlersV2 },
  { resource: apps, inside: channels },
]

/** Returns the word for a kind in a file: `kind: project`. The folder of its files has the name of the resource. */
export const wordOf = ({ resource }: Kind): string => singularOf(resource.name)

/** Returns the kind that a word means, or undefined. */
export const kindOf = (word: unknown): Kind | undefined => KINDS.find((kind) => wordOf(kind) === word)

/** Returns the name by which files know a record. */
export const nameOf = ({ title }: Pick<Resource, 'title'>, record: Draft): string => String(record[title] ?? '')
