import type { Profile } from '@tocsin/core/api/session'
import { permissionsOf } from '@tocsin/core/vocabulary/roles'

/** Returns the stored profile of somebody with a role, without tokens. People of a client are of client 2. */
export const profileOf = (userType: string, role: string, more: Partial<Profile> = {}): Profile => ({
  id: 7,
  userType,
  role,
  permissions: permissionsOf(userType, role),
  token: '',
  refreshToken: '',
  expiredAt: 0,
  name: '',
  email: '',
  username: '',
  ClientId: userType === 'client' ? 2 : null,
  SiteId: null,
  updateMFAToken: null,
  refreshAfterUpdate: false,
  hasPassword: true,
  mfaMethod: [],
  impersonator: null,
  ...more,
})
