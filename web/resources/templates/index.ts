import type { View } from '../../data/views'

export const templates: View = {
  icon: 'layoutTemplate',
  sidebar: { tocsin: { group: 'main', at: 5 }, client: { group: 'main', at: 7 } },
}
