import type { View } from '../../data/views'

export const apps: View = {
  icon: 'appWindow',
  sidebar: { client: { group: 'main', at: 6 } },
}
