import type { View } from '../../data/views'

export const alertDeliveries: View = {
  icon: 'bell',
  screenless: true,
}
