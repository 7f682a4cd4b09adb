import type { View } from '../../data/views'

export const monitoringProviders: View = {
  icon: 'satelliteDish',
  sidebar: { tocsin: { group: 'main', at: 6 }, client: { group: 'main', at: 5 } },
}
