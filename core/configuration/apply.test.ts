import { expect, it } from 'vitest'
import { apps } from '../resources/apps/index'
import { channels } from '../resources/channels/index'
import { NotApplied } from './apply'
import { planOf } from './plan'
import { readFile, type FileRead } from './read'

it('B3 has the place of the key that the server refuses, in an object and in a channel', () => {
  const text =
    'format: 1\nkind: app\nname: A\nproject: P\nchannels:\n  - name: G\n    channelType: group\n    channels:\n      - name: C\n'
  const read = readFile('apps/a.yaml', `${text}        monitoringProviders: [M]\n`) as FileRead
  const snapshot = { clientId: 2, kinds: new Map(), own: new Map(), offered: new Map() }
  const [change] = planOf([read], snapshot, { prune: false, env: {} }).changes
  const inside = {
    name: 'C',
    tree: change!.trees[0]!.children[0]!,
    group: null,
    stored: null,
    hasMoved: false,
    values: [],
  }
  const placeOf = (field: string, failed: NotApplied) => {
    const problem = failed.problem(field, { key: 'formErrors.notFound' })
    return problem && `${problem.file}:${problem.line}:${problem.column} ${problem.field}`
  }
  const own = new NotApplied(change!, { resource: apps, inside: null, writes: 0 }, null)
  expect(placeOf('projectId', own)).toBe('apps/a.yaml:4:1 project')
  const within = (action: 'create' | 'delete') =>
    new NotApplied(change!, { resource: channels, inside: { ...inside, action }, writes: 0 }, null)
  expect(placeOf('MonitoringProviders', within('create'))).toBe(
    'apps/a.yaml:10:9 channels.0.channels.0.monitoringProviders',
  )
  expect(placeOf('config.url', within('create'))).toBe('apps/a.yaml:9:9 channels.0.channels.0.config.url')
  expect(placeOf('name', within('delete'))).toBeNull()
})
