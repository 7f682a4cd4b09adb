import type { View } from '../../data/views'

export const registrationData: View = {
  screenless: true,
  exported: true,
}
