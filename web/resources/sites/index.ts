import type { View } from '../../data/views'

export const sites: View = {
  icon: 'mapPin',
  sidebar: { client: { group: 'main', at: 1 } },
}
