import type { View } from '../../data/views'

export const alertHistories: View = {
  icon: 'bell',
  screenless: true,
}
