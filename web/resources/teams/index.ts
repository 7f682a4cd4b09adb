import type { View } from '../../data/views'

export const teams: View = {
  icon: 'users',
  sidebar: { client: { group: 'main', at: 2 } },
}
