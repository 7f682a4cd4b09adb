import type { View } from '../../data/views'

export const projects: View = {
  icon: 'folder',
}
