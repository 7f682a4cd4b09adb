import type { View } from '../../data/views'

export const surveys: View = {
  icon: 'clipboardList',
  createdInClient: true,
}
