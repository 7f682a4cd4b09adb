import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { goldenFiles, readGolden } from './golden'
import { goldensOnDisk, SHARDS } from './golden-shard'

it('runs every golden there is, in one of the shards', () => {
  expect(goldenFiles().map((name) => name.split('/').at(-1))).toEqual(goldensOnDisk())
  const shards = readdirSync(import.meta.dirname).filter((name) => /^golden-\d\.test\.ts$/.test(name))
  expect(shards).toHaveLength(SHARDS)
})

it('runs some goldens on both databases and some as processes', () => {
  const goldens = goldenFiles().map(readGolden)
  for (const mark of ['bothDatabases', 'spawned'] as const) {
    const marked = goldens.filter((golden) => golden[mark])
    expect([mark, marked.length > 5]).toEqual([mark, true])
  }
})
