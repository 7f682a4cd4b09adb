import type { View } from '../../data/views'

export const registrationForms: View = {
  icon: 'fileText',
  sidebar: { client: { group: 'main', at: 9 } },
}
