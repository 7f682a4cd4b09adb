import { PRODUCT, PROVIDER_CLIENT_ID } from '../base/constants'
import type { Viewer } from '../vocabulary/permissions'
import type { Draft } from '../vocabulary/resource'

/** The permission to change a record shared by the provider: clients read it, staff who see all change it. */
export const keptByProvider =
  (client: 'ClientId' | 'clientId', permission: string) =>
  ({ userType, role }: Viewer, record?: Draft): string | [] =>
    record?.[client] !== PROVIDER_CLIENT_ID || (userType === PRODUCT && role !== 'clientManager') ? permission : []
