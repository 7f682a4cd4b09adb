import type { View } from '../../data/views'

export const templates: View = {
  icon: 'layoutTemplate',
  cards: true,
  sidebar: { tocsin: { group: 'main', at: 5 }, client: { group: 'channels', at: 7 } },
}
