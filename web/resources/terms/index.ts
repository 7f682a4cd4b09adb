import type { View } from '../../data/views'

export const terms: View = {
  icon: 'scrollText',
  sidebar: { tocsin: { group: 'settings', at: 2 }, client: { group: 'settings', at: 1 } },
}
