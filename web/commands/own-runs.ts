import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'
import type { Values } from './command'

/** A resource's own implementation of an action on one record; resolves to true if the action was done. */
export type OwnRun = (resource: Resource, row: Row, values: Values, action: string) => Promise<boolean>

const runs = new Map<string, OwnRun>()

/** Registers a resource's own implementation of an action. Resources do this before the first screen is shown. */
export const registerRun = (resource: string, action: string, run: OwnRun): void =>
  void runs.set(`${resource}.${action}`, run)

/** Returns the resource's own implementation of an action, if there is one. */
export const ownRunOf = ({ name }: Resource, action: string): OwnRun | undefined => runs.get(`${name}.${action}`)
