import { commands } from '../core/find/commands'
import { facilities, fixtureRecords, municipalities, noPlaces } from '../core/find/places'
import {
  commandQueries,
  facilityQueries,
  laterQueries,
  municipalityQueries,
  seen,
  type Query,
} from '../core/find/queries'
import { fold } from '@tocsin/core/base/fold'
import { createFinder, finderSteps, type Entry, type Finder } from '@tocsin/core/find/finder'
import { recordEntry } from '@tocsin/core/find/records'
import { bigPlaces } from '../../fixtures/world'
import { percentile, type Measure } from './results'

const HUNDRED_THOUSAND = 100_000
const ROUNDS = 3

/**
 * The palette's search (goals.md): which entry comes first, over queries written before the scorer was tuned and after, and the
 * time of a key at a hundred thousand records beside the plainest search there is, `includes` over the folded titles.
 */
export default async function measureFind(): Promise<Measure[]> {
  const measures: Measure[] = []
  if (noPlaces) console.log(`ranking among real places is not measured: ${noPlaces}`)
  const places = noPlaces ? [] : municipalities()
  const many = noPlaces ? [] : facilities()
  const records = [...commands, ...fixtureRecords(), ...places, ...many]
  for (const place of bigPlaces(Math.max(0, HUNDRED_THOUSAND - records.length)))
    records.push(recordEntry({ noun: 'sites', id: place.id, title: place.name, subtitle: place.tag, words: null }))

  const { finder: large, measure } = built(records)
  if (!noPlaces) {
    const small = [...commands, ...places]
    const finder = createFinder(small)
    const before = [...commandQueries, ...municipalityQueries]
    const first = (name: string, queries: readonly Query[], goal: number): Measure => {
      const inLarge = queries.filter((query) => facilityQueries.includes(query))
      const inSmall = queries.filter((query) => !facilityQueries.includes(query))
      const right = rightOf(finder, small, inSmall) + rightOf(large, records, inLarge)
      const share = (right / queries.length) * 100
      return {
        name: `right at rank 1, ${name}`,
        figure: `${right} of ${queries.length}, ${share.toFixed(1)}%`,
        ratio: null,
        goal: `≥ ${goal}%`,
        met: share >= goal,
      }
    }
    const all = [...before, ...facilityQueries]
    const unseen = all.filter((query, index) => !seen(query, index))
    measures.push(
      first('tuned on', all.filter(seen), 97),
      first('held back at first', unseen, 97),
      first('written afterwards', laterQueries, 97),
      first(
        'pt',
        [...all, ...laterQueries].filter(({ language }) => language === 'pt'),
        97,
      ),
      first(
        'en',
        [...all, ...laterQueries].filter(({ language }) => language === 'en'),
        97,
      ),
      first(
        'without accents',
        [...all, ...laterQueries].filter(({ kind }) => kind === 'accents'),
        100,
      ),
    )
  }
  return [...measures, ...keys(large, records), measure]
}

function rightOf(finder: Finder, entries: readonly Entry[], queries: readonly Query[]): number {
  return queries.filter(({ query, wanted }) => {
    const [first] = finder.find(query, { limit: 1 })
    return first !== undefined && entries[first.entry]?.id === wanted
  }).length
}

/** The time of each key while the queries are typed, in turn with the floor: the least of some rounds far enough apart. */
function keys(finder: Finder, records: readonly Entry[]): Measure[] {
  const titles = records.map(({ titles }) => titles.map(fold).join('\n'))
  const typed = [...commandQueries, ...municipalityQueries, ...facilityQueries].flatMap(({ query }) =>
    Array.from({ length: query.length }, (_, index) => query.slice(0, index + 1)),
  )
  const times = { find: typed.map(() => Infinity), floor: typed.map(() => Infinity) }
  let found = 0
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, key] of typed.entries()) {
      const began = performance.now()
      found += finder.find(key).length
      const between = performance.now()
      const folded = fold(key)
      for (const title of titles) if (title.includes(folded)) found++
      times.find[index] = Math.min(times.find[index]!, between - began)
      times.floor[index] = Math.min(times.floor[index]!, performance.now() - between)
    }
  if (found === 0) throw new Error('nothing was found')
  return [50, 95].map((share): Measure => {
    const [time, floor] = [percentile(times.find, share), percentile(times.floor, share)]
    return {
      name: `a key at ${records.length.toLocaleString('en-US')} entries, p${share}`,
      figure: `${time.toFixed(1)} ms, includes over folded titles ${floor.toFixed(1)} ms`,
      ratio: time / floor,
      goal: share === 95 ? '≤ 8 ms' : '–',
      met: share !== 95 || time <= 8,
    }
  })
}

/** Returns a finder, its time to build, and the longest step of that, during which a worker cannot answer. */
function built(records: readonly Entry[]): { finder: Finder; measure: Measure } {
  const best = { floor: Infinity, total: Infinity, longest: Infinity }
  let finder: Finder | undefined
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    for (const { titles } of records) titles.map(fold)
    best.floor = Math.min(best.floor, performance.now() - began)
    const took: number[] = []
    const steps = finderSteps(records)
    for (let done = false; !done;) {
      const before = performance.now()
      const step = steps.next()
      took.push(performance.now() - before)
      if (step.done) finder = step.value
      done = step.done === true
    }
    best.total = Math.min(
      best.total,
      took.reduce((sum, one) => sum + one, 0),
    )
    best.longest = Math.min(best.longest, Math.max(...took))
  }
  const { floor, total, longest } = best
  return {
    finder: finder as Finder,
    measure: {
      name: `the index of ${records.length.toLocaleString('en-US')} entries`,
      figure: `${total.toFixed(0)} ms in steps of at most ${longest.toFixed(0)} ms, folding alone ${floor.toFixed(0)} ms`,
      ratio: total / floor,
      goal: 'no step over 300 ms',
      met: longest <= 300,
    },
  }
}
