import { bookkeeping, resource } from '../../vocabulary/resource'
import { max, pattern, required } from '../../vocabulary/rules'
import { tokenPermissions } from '../../vocabulary/token-permissions'
import { EXPIRY, MOST_DAYS, USUAL_DAYS } from './expiry'
import { messages } from './messages'
import type { Token } from './types'

const CREATE = 'tokens:create'

/** Tokens by which programs act as a user, with a part of their permissions (C06). */
export const tokens = resource<Token>()({
  name: 'tokens',
  title: 'name',
  can: { view: 'tokens:view', create: CREATE },
  fields: {
    ...bookkeeping,
    name: { type: 'text', rules: [required(), max(100)] },
    can: { type: 'tags', rules: [required(), tokenPermissions()] },
    ClientId: { type: 'ref', of: 'clients', outlives: true },
    UserId: { type: 'ref', of: 'users', readonly: true, partOf: true },
    prefix: { type: 'text', readonly: true },
    expiresAt: { type: 'date', readonly: true },
    lastUsedAt: { type: 'date', readonly: true, unversioned: true },
    active: { type: 'boolean', readonly: true },
    revokedAt: { type: 'date', readonly: true },
  },
  creation: {
    can: CREATE,
    input: {
      expires: {
        type: 'text',
        default: `${USUAL_DAYS}d`,
        rules: [pattern(EXPIRY, 'formErrors.expiry', { max: MOST_DAYS })],
      },
    },
    secret: 'token',
  },
  columns: ['name', 'can', 'ClientId', 'UserId', 'prefix', 'expiresAt', 'lastUsedAt', 'active'],
  order: 'id DESC',
  personal: 'UserId',
  switch: 'active',
  actions: {
    revoke: {
      can: 'tokens:update',
      blocked: ({ active, revokedAt }) =>
        active ? null : { key: revokedAt === null ? 'resources.tokens.expired' : 'resources.tokens.revoked' },
      reached: ({ active }) => !active,
      many: true,
      undo: 'irreversible',
      danger: 'ask',
    },
  },
  messages,
})
