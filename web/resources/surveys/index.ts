import type { View } from '../../data/views'

export const surveys: View = {
  icon: 'clipboardList',
  asked: ['ClientId', 'name', 'active', 'Channels'],
  createdInClient: true,
}
