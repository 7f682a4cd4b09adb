import { withCommentWanted } from '@tocsin/core/resources/license-comments/comment'
import type { View } from '../../data/views'

export const licenseComments: View = {
  icon: 'fileText',
  sidebar: { tocsin: { group: 'main', at: 9 } },
  exported: true,
  whole: withCommentWanted,
}
