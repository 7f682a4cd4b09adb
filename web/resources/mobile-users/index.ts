import type { View } from '../../data/views'

export const mobileUsers: View = {
  icon: 'smartphone',
  sidebar: { tocsin: { group: 'main', at: 3 } },
  exported: true,
}
