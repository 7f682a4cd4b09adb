import type { Fields } from '../../vocabulary/resource'
import { required } from '../../vocabulary/rules'

/** The positions of all channels of an app, which a reorder gives them at once (CHAN-10, CHAN-23). */
export type ChannelsOrder = readonly { id: number; schemaId: number; displayOrder: number }[]

/** The order of an app's channels, and the version of the app that has it. */
export type AppOrder = { appId: number; version: number; channelsOrder: ChannelsOrder }

export const REARRANGE_PATH = 'channels/rearrange'

/** The body of a reorder: every channel of one app, with positions from 0. */
export const rearrangeInput: Fields = {
  channelsOrder: {
    type: 'list',
    rules: [required()],
    fields: {
      id: { type: 'integer', rules: [required()] },
      schemaId: { type: 'integer' },
      displayOrder: { type: 'integer', rules: [required()] },
    },
  },
  clientId: { type: 'integer' },
}
