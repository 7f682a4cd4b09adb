import type { View } from '../../data/views'

export const terms: View = {
  icon: 'scrollText',
  clientPath: 'client-terms',
  sidebar: { tocsin: { group: 'settings', at: 2 }, client: { group: 'settings', at: 1 } },
}
