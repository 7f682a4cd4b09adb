import { PRODUCT } from '../../base/constants'
import { openTo } from '../../vocabulary/permissions'
import { bookkeeping, resource } from '../../vocabulary/resource'
import { messages } from './messages'
import type { MobileUser } from './types'

// Mobile users are created on their phones. The console shows them, and lets them set a new password.
export const mobileUsers = resource<MobileUser>()({
  name: 'mobile-users',
  title: 'name',
  can: { view: openTo(PRODUCT) },
  fields: {
    ...bookkeeping,
    name: { type: 'text', readonly: true },
    email: { type: 'email', readonly: true },
    phone: { type: 'phone', readonly: true },
    active: { type: 'boolean', readonly: true },
  },
  columns: ['name', 'email', 'phone', 'active', 'createdAt'],
  order: 'createdAt DESC',
  switch: 'active',
  actions: {
    /** Returns the address at which the person sets a new password, once and within 30 minutes. */
    resetLink: {
      can: 'mobile-users:update',
      blocked: ({ active }) => (active ? null : { key: 'resources.mobile-users.notActive' }),
      secret: 'link',
      undo: 'irreversible',
    },
  },
  messages,
})
