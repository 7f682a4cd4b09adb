import type { View } from '../../data/views'

export const publicCodes: View = {
  icon: 'ticket',
  sidebar: { tocsin: { group: 'main', at: 1 } },
  exported: true,
}
