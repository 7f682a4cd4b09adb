import { restOf } from '../../rest'
import type { View } from '../../data/views'

const comment = restOf(() => import('@tocsin/core/resources/license-comments/comment'))

export const licenseComments: View = {
  icon: 'fileText',
  sidebar: { tocsin: { group: 'main', at: 9 } },
  exported: true,
  whole: (resource) => comment().withCommentWanted(resource),
}
