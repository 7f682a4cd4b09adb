import type { View } from '../../data/views'

export const monitoringProvidersUsers: View = {
  icon: 'bell',
  screenless: true,
}
