import type { View } from '../../data/views'

export const registrationDataSchemas: View = {
  icon: 'fileCode',
  sidebar: { client: { group: 'main', at: 8 } },
}
