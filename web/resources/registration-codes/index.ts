import type { View } from '../../data/views'

export const registrationCodes: View = {
  icon: 'ticket',
  sidebar: { client: { group: 'registration', at: 11 } },
  exported: true,
  passedOn: 'code',
}
