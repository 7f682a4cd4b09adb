import type { View } from '../../data/views'

export const clients: View = {
  icon: 'building',
  sidebar: { tocsin: { group: 'main', at: 2 } },
  exported: true,
  // CLIENT-02; a locked client has a mark beside its name.
  columns: ['name', 'nickname', 'active'],
  // CLIENT-05
  asked: ['name', 'nickname', 'manager'],
}
