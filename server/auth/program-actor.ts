import { PROGRAM_PERMISSIONS } from '@tocsin/core/vocabulary/roles'
import type { Actor } from '../context/actor'

/** A monitoring provider, and the API token that one of its programs has. */
export type Program = { providerId: number; clientId: number; token: { id: number; name: string } }

/** Returns the actor of a program: it sees what its provider sees, and is nobody's account (K6, A-157). */
export const programActor = ({ providerId, clientId, token }: Program): Actor => ({
  id: 0,
  name: token.name,
  username: '',
  email: '',
  sid: `program ${token.id}`,
  userType: 'monitoring-provider',
  role: 'program',
  permissions: PROGRAM_PERMISSIONS,
  ClientId: clientId,
  SiteId: null,
  MonitoringProviderId: providerId,
  ClientIds: [],
  hasPassword: false,
  mfaMethod: [],
  impersonator: null,
  program: { id: token.id },
})
