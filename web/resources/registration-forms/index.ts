import type { View } from '../../data/views'

export const registrationForms: View = {
  icon: 'fileText',
  sidebar: { client: { group: 'registration', at: 9 } },
}
