import { channels } from '@tocsin/core/resources/channels/index'
import { expect, it } from 'vitest'
import { noLongerAmong } from './choices-of'

const draft = { id: null, appId: 1, channelType: 'url', config: { parentId: 3 } }

it('A-133 empties the group of a channel once another app is chosen, and by no other change', () => {
  const after = (change: object) => noLongerAmong(channels, Object.keys(change)[0]!, draft, { ...draft, ...change })
  expect(after({ appId: 2 })).toEqual({ 'config.parentId': null })
  expect(after({ appId: null })).toEqual({ 'config.parentId': null })
  expect(after({ name: 'x' })).toEqual({})
  const without = { ...draft, config: { parentId: null } }
  expect(noLongerAmong(channels, 'appId', without, { ...without, appId: 2 })).toEqual({})
})
