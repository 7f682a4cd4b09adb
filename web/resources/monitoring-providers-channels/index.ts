import type { View } from '../../data/views'

export const monitoringProvidersChannels: View = {
  icon: 'bell',
  screenless: true,
}
