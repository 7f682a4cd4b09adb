import { commandsOf } from '@tocsin/core/command-line/commands'
import { channels } from '@tocsin/core/resources/channels/index'
import { kindFields } from '@tocsin/core/resources/channels/kinds/index'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { required } from '@tocsin/core/vocabulary/rules'
import { expect, it } from 'vitest'
import { exampleOf } from './examples'

const exampleOfKind = (resource: Resource, channelType: string): string => {
  const create = commandsOf(resource).find(({ kind }) => kind === 'create')!
  return exampleOf(create, resource, { channelType })
}

it('the example of a new channel gives an address where its kind needs one, whatever the option is called', () => {
  expect(exampleOfKind(channels, 'url')).toMatch(/ --config\.url=https:\/\/example\.org$/)
  const config = { ...channels.fields.config }
  config.variants = { by: 'channelType', of: { ...kindFields, url: { stream: { type: 'url', rules: [required()] } } } }
  const renamed: Resource = { ...channels, fields: { ...channels.fields, config } }
  expect(exampleOfKind(renamed, 'url')).toMatch(/ --config\.stream=https:\/\/example\.org$/)
})
