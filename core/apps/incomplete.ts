import type { Reason } from '../vocabulary/resource'
import { channels as channelsResource } from '../resources/channels/index'
import type { Channel } from '../resources/channels/types'
import { fieldsOf } from '../vocabulary/fields-of'
import { check } from '../vocabulary/validate'

/**
 * Returns why these channels cannot be published: one of them lacks a value that its kind needs, as after a template that
 * leaves out keys. Null if none does.
 */
export function incomplete(channels: readonly Pick<Channel, 'name' | 'channelType' | 'config'>[]): Reason | null {
  const { config: field } = channelsResource.fields
  const lacking = channels.find(({ channelType, config }) =>
    check(fieldsOf(field, { channelType }), config).some(({ key }) => key === 'formErrors.required'),
  )
  return lacking ? { key: 'resources.apps.incomplete', values: { channel: lacking.name } } : null
}
