import type { Bookkeeping } from '../../vocabulary/resource'

/** A token by which programs act as its user. Its text is told once (C06). */
export type Token = Bookkeeping & {
  name: string
  /** The permissions that it has of those of its user; `all` stands for all of them. */
  can: string[]
  /** The one client that it reaches; null where it reaches as far as its user. */
  ClientId: number | null
  UserId: number
  /** The beginning of its text. */
  prefix: string
  expiresAt: string
  lastUsedAt: string | null
  /** False once it is revoked, or soon after it expires. */
  active: boolean
  revokedAt: string | null
}
