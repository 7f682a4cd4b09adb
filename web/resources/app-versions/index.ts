import type { View } from '../../data/views'

export const appVersions: View = {
  icon: 'history',
  screenless: true,
}
