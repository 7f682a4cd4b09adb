import type { View } from '../../data/views'

export const blacklists: View = {
  icon: 'bell',
  screenless: true,
}
