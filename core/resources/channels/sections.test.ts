import { describe, expect, it } from 'vitest'
import { fieldsOf } from '../../vocabulary/fields-of'
import type { Draft, Fields } from '../../vocabulary/resource'
import { channels } from './index'
import { CHANNEL_TYPES } from './kinds/index'
import { hasField, neededOptions, sectionsOf } from './sections'

/** The fields that the head of the editor shows or the server alone sets. */
const OUTSIDE = new Set(['channelType', 'appId', 'clientId'])

/** The paths of the fields of a channel that can be filled in, those in groups included. */
const leavesOf = (fields: Fields, record: Draft, path = ''): string[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    if (field.readonly === true || OUTSIDE.has(path + name)) return []
    return field.type === 'group' ? leavesOf(fieldsOf(field, record), {}, `${path}${name}.`) : [path + name]
  })

describe('the sections of a channel', () => {
  it.each(CHANNEL_TYPES)('CHAN-22 hold every field of the kind %s exactly once', (channelType) => {
    const shown = sectionsOf(channelType).flatMap(({ fields }) => fields)
    expect(shown.toSorted()).toEqual(leavesOf(channels.fields, { channelType }).toSorted())
  })

  it('begin with what people see, and leave out what a kind has nothing of', () => {
    const names = (channelType: 'alert' | 'phone' | 'group') => sectionsOf(channelType).map(({ name }) => name)
    expect(names('alert')).toEqual(['general', 'texts', 'colors', 'data', 'providers', 'visibility', 'form'])
    expect(names('phone')).toEqual(['general', 'action', 'colors', 'data', 'providers'])
    expect(names('group')).toEqual(['general', 'colors', 'data', 'providers'])
    const seen = sectionsOf('alert').map((section) => section.seen)
    expect(seen.toSorted((one, other) => Number(other) - Number(one))).toEqual(seen)
  })

  it('CHAN-14 CHAN-15 CHAN-16 know what a new channel of some kind needs', () => {
    expect(neededOptions()).toEqual([
      'config.url',
      'config.phone',
      'config.applicationId',
      'config.androidSdkKey',
      'config.iosSdkKey',
    ])
    expect(hasField('phone', 'config.phone')).toBe(true)
    expect(hasField('alert', 'config.phone')).toBe(false)
  })
})
