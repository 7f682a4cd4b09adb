import { readFileSync, writeFileSync } from 'node:fs'
import { createFinder, type Entry, type Finder } from '@tocsin/core/find/finder'
import { afterAll, describe, expect, it } from 'vitest'
import { commands } from './commands'
import { facilities, fixtureRecords, municipalities, noPlaces } from './places'
import { commandQueries, facilityQueries, laterQueries, municipalityQueries, seen, type Query } from './queries'

const golden = new URL('first-entries.tsv', import.meta.url)
const update = Boolean(process.env['UPDATE'])

describe('what comes first among commands and the fixtures’ records', () => {
  const entries = [...commands, ...fixtureRecords()]
  const finder = createFinder(entries)
  const lines = readFileSync(golden, 'utf8').trimEnd().split('\n')
  const now: string[] = []
  afterAll(() => {
    if (update) writeFileSync(golden, `${now.join('\n')}\n`)
  })

  it.each(lines)('%s', (line) => {
    const [query = ''] = line.split('\t')
    const [first] = finder.find(query)
    const entry = first && entries[first.entry]
    now.push(`${query}\t${entry?.id ?? 'nothing'}\t${entry && first ? entry.titles[first.title] : ''}`.trimEnd())
    if (!update) expect(now.at(-1)).toBe(line)
  })

  it('is right for every query that was written before the scorer', () => {
    expect(missesOf(finder, entries, commandQueries)).toEqual([])
  })
})

/** Returns the queries whose first entry is not the wanted one, with the entry that came instead. */
function missesOf(finder: Finder, entries: readonly Entry[], queries: readonly Query[]): string[] {
  return queries.flatMap(({ query, wanted }) => {
    const [first] = finder.find(query, { limit: 1 })
    const got = first ? entries[first.entry]!.id : 'nothing'
    return got === wanted ? [] : [`${query} > ${wanted}: ${got}`]
  })
}

const withoutAccents = ({ kind }: Query) => kind === 'accents'

describe.skipIf(noPlaces)(`what comes first among real places${noPlaces ? `: ${noPlaces}` : ''}`, () => {
  it('is right for 97% of the queries, and for all without accents', () => {
    const entries = [...commands, ...municipalities()]
    const finder = createFinder(entries)
    const queries = [...commandQueries, ...municipalityQueries]
    for (const half of [queries.filter(seen), queries.filter((query, index) => !seen(query, index)), laterQueries]) {
      const misses = missesOf(finder, entries, half)
      expect(1 - misses.length / half.length, misses.join('\n')).toBeGreaterThanOrEqual(0.97)
      expect(missesOf(finder, entries, half.filter(withoutAccents))).toEqual([])
    }
  })

  it('is right for 97% of the queries among a hundred thousand', () => {
    const entries = [...commands, ...municipalities(), ...facilities()]
    expect(entries.length).toBeGreaterThan(100_000)
    const finder = createFinder(entries)
    expect(finder.size).toBe(entries.length)
    const misses = missesOf(finder, entries, facilityQueries)
    expect(1 - misses.length / facilityQueries.length, misses.join('\n')).toBeGreaterThanOrEqual(0.97)
    expect(missesOf(finder, entries, [...facilityQueries, ...municipalityQueries].filter(withoutAccents))).toEqual([])
  })
})
