import { PRODUCT, PROVIDER_CLIENT_ID } from '../base/constants'
import type { Viewer } from '../vocabulary/permissions'
import type { Draft } from '../vocabulary/resource'

/**
 * Returns the permission to change a record that the provider may share. Clients only read such a record; staff who see
 * all clients change it.
 */
export const keptByProvider =
  (client: 'ClientId' | 'clientId', permission: string) =>
  ({ userType, role }: Viewer, record?: Draft): string | [] =>
    record?.[client] !== PROVIDER_CLIENT_ID || (userType === PRODUCT && role !== 'clientManager') ? permission : []
