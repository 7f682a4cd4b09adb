import type { View } from '../../data/views'

export const apps: View = {
  icon: 'appWindow',
  // APP-01 to APP-03
  columns: ['name', 'description'],
  asks: { withSchema: true },
  createdInClient: true,
  sidebar: { client: { group: 'channels', at: 6 } },
}
