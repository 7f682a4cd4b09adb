import type { Profile } from '@tocsin/core/api/session'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'
import type { Command, Group } from './command'

/** Returns the commands of a resource for one record that follow from no declared action: a copy is made of several calls. */
export type OwnCommands = (row: Row, group: Group, viewer: Profile) => readonly Command[]

const made = new Map<string, OwnCommands>()

let load: () => Promise<unknown> = () => Promise.resolve()

/** Sets the function that fetches the modules which register further commands. */
export const setCommandsLoader = (loader: () => Promise<unknown>): void => void (load = loader)

/** Fetches the further commands of all resources. A page that offers some imports them itself. */
export const loadOwnCommands = (): Promise<unknown> => load()

/** Registers the further commands of a resource. */
export const registerCommands = (resource: string, make: OwnCommands): void => void made.set(resource, make)

/**
 * The commands that the palette offers anywhere, asking for the record first. `any` has the values of a record with which all
 * of them are offered that may be.
 */
export type OfSome = { of: OwnCommands; any: Readonly<Record<string, unknown>> }

const some = new Map<string, OfSome>()

/** Registers the commands that the palette offers before a record of the resource is chosen. Their titles are in `ofSome`. */
export const registerOfSome = (resource: string, commands: OfSome): void => void some.set(resource, commands)

/** Returns the commands that are offered before a record is chosen. */
export const ofSome = ({ name }: Resource): OfSome | undefined => some.get(name)

/** Returns the further commands for a record. */
export const ownCommandsOf = ({ name }: Resource, row: Row, group: Group, viewer: Profile): readonly Command[] =>
  made.get(name)?.(row, group, viewer) ?? []
