import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'
import type { Values } from './command'

/** An action that answers no record and is done to one, in a way of its own; true when it was done. */
export type OwnRun = (resource: Resource, row: Row, values: Values) => Promise<boolean>

const runs = new Map<string, OwnRun>()

/** Registers how an action of a resource is done. Each resource does so for its own, before the first screen. */
export const registerRun = (resource: string, action: string, run: OwnRun): void =>
  void runs.set(`${resource}.${action}`, run)

/** How an action is done, where it is done in a way of its own. */
export const ownRunOf = ({ name }: Resource, action: string): OwnRun | undefined => runs.get(`${name}.${action}`)
