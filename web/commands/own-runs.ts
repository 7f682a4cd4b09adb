import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'
import type { Values } from './command'

/** The own implementation of an action on one record that answers no record; resolves to true when it was done. */
export type OwnRun = (resource: Resource, row: Row, values: Values) => Promise<boolean>

const runs = new Map<string, OwnRun>()

/** Registers the own implementation of an action. Each resource does so for its own, before the first screen. */
export const registerRun = (resource: string, action: string, run: OwnRun): void =>
  void runs.set(`${resource}.${action}`, run)

/** Returns the own implementation of an action, if it has one. */
export const ownRunOf = ({ name }: Resource, action: string): OwnRun | undefined => runs.get(`${name}.${action}`)
