import type { View } from '../../data/views'

export const registrationHandlers: View = {
  icon: 'webhook',
  sidebar: { client: { group: 'main', at: 10 } },
}
