import type { View } from '../../data/views'

export const alertAssignments: View = {
  icon: 'bell',
  screenless: true,
}
