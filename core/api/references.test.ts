import { expect, it } from 'vitest'
import { channels } from '../resources/channels/index'
import { projects } from '../resources/projects/index'
import { users } from '../resources/users/index'
import { createClient } from './client'
import type { Call } from './http'
import { recordsNamed } from './references'

it.each([
  ['users', users, 'userType', 'tocsin,client,monitoring-provider'],
  ['channels', channels, 'channelType', channels.filters?.['channelType']?.choices?.join(',')],
  ['projects', projects, 'kind', undefined],
] as const)('A-042 looks for a name among %s of every kind, in one request', async (_, resource, kind, kinds) => {
  const asked: Call[] = []
  const client = createClient(async (call) => {
    asked.push(call)
    return { data: [], total: 0 } as never
  })
  await recordsNamed(client, resource, 'Ana')
  expect(asked.map(({ query }) => [query?.['q'], query?.[kind]])).toEqual([['Ana', kinds]])
})
