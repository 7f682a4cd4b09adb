import type { View } from '../../data/views'

export const tokens: View = {
  icon: 'terminal',
  ofOneSite: true,
}
