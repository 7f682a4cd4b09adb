import type { View } from '../../data/views'

export const registrationData: View = {
  exported: true,
}
