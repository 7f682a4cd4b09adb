import type { View } from '../../data/views'

export const maps: View = {
  icon: 'userPhone',
  sidebar: { tocsin: { group: 'main', at: 4 }, client: { group: 'main', at: 3 } },
  ofOneSite: true,
  exported: true,
}
