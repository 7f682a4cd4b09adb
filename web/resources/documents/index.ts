import type { View } from '../../data/views'

export const documents: View = {
  icon: 'bookOpen',
  sidebar: { tocsin: { group: 'settings', at: 1 } },
}
