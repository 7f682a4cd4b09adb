import type { Profile } from '@tocsin/core/api/session'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'
import type { Command, Group } from './command'

/** Returns the commands of a resource for one record that follow from no declared action: a copy is made of several calls. */
export type OwnCommands = (row: Row, group: Group, viewer: Profile) => readonly Command[]

const made = new Map<string, OwnCommands>()

/** Registers the further commands of a resource. Resources do this before the first screen is shown. */
export const registerCommands = (resource: string, make: OwnCommands): void => void made.set(resource, make)

/** Returns the further commands for a record. */
export const ownCommandsOf = ({ name }: Resource, row: Row, group: Group, viewer: Profile): readonly Command[] =>
  made.get(name)?.(row, group, viewer) ?? []
