import type { View } from '../../data/views'

export const registrationHandlersV2: View = {
  icon: 'webhook',
}
