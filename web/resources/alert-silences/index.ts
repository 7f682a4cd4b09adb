import type { View } from '../../data/views'

export const alertSilences: View = {
  icon: 'bell',
  screenless: true,
}
