import type { View } from '../../data/views'

export const alerts: View = {
  icon: 'bell',
  cards: true,
  exported: true,
}
