import type { Bookkeeping } from '../../vocabulary/resource'

/** A grouping of sites and apps inside a client. Every client has one default project, made with it. */
export type Project = Bookkeeping & {
  name: string
  description: string
  ClientId: number
  isDefault: boolean
  /** False for the default project. */
  deletable: boolean
  /** Deleting a project only marks it (PROJ-02). */
  deletedAt: string | null
}
