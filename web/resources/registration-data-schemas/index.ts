import type { View } from '../../data/views'

export const registrationDataSchemas: View = {
  icon: 'fileCode',
  sidebar: { client: { group: 'registration', at: 8 } },
}
