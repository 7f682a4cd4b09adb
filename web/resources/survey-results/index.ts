import type { View } from '../../data/views'

export const surveyResults: View = {
  icon: 'clipboardList',
  screenless: true,
  exported: true,
}
