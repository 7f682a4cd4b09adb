import type { View } from '../../data/views'

export const users: View = {
  icon: 'user',
  sidebar: { tocsin: { group: 'main', at: 7 }, client: { group: 'main', at: 4 } },
  ofOneSite: true,
  exported: true,
}
