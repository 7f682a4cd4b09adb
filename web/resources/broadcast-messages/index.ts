import type { View } from '../../data/views'

export const broadcastMessages: View = {
  icon: 'megaphone',
  sidebar: { tocsin: { group: 'main', at: 8 } },
  exported: true,
  // Monitoring providers and their programs post them.
  formless: true,
}
