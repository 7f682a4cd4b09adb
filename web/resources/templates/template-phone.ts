import type { AppContents } from '@tocsin/core/resources/app-versions/types'
import type { PreviewChannel } from '../../preview/page-of'

/** Returns the channels of a template as the preview takes them: their order is that of the list. */
export const channelsOf = ({ channels }: Pick<AppContents, 'channels'>): readonly PreviewChannel[] =>
  channels.map((channel, displayOrder) => ({ ...channel, displayOrder }))
