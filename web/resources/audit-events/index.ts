import type { View } from '../../data/views'

export const auditEvents: View = {
  icon: 'history',
}
