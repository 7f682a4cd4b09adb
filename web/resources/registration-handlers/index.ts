import type { View } from '../../data/views'

export const registrationHandlers: View = {
  icon: 'webhook',
  sidebar: { client: { group: 'registration', at: 10 } },
}
