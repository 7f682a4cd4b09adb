import type { View } from '../../data/views'

export const registrationCodes: View = {
  icon: 'ticket',
  sidebar: { client: { group: 'main', at: 11 } },
  exported: true,
  passedOn: 'code',
}
