import { readFileSync, writeFileSync } from 'node:fs'
import { profileOf } from '../../tests/profile-of'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Locale } from '@tocsin/core/base/constants'
import type { Profile } from '@tocsin/core/api/session'
import type { ScreenCommands } from '../commands/use-commands'
import { creationIn } from '../commands/creation'
import { messages as actWords } from '../commands/messages'
import type { Row } from '../data/row'
import { resourceOf } from '../data/resources'
import { loadRest } from '../rest'
import { sheetCommands } from '../sheets/sheet-commands'
import { messages as table } from '../table/messages'
import type { Acts } from '../table/list-commands'
import { tableCommands } from '../table/table-commands'
import { addWords, everyLanguage, wordsIn } from '../words'
import { createCommandIndex } from './command-index'
import { allCommands } from './commands'
import { foundListing } from './listing'

const file = new URL('first-entries.tsv', import.meta.url)

const profile = (id: number, userType: string, role: string, ClientId: number | null) =>
  profileOf(userType, role, { id, ClientId })
const accounts: Record<string, Profile> = {
  'acme-admin': profile(7, 'client', 'admin', 2),
  root: profile(1, 'tocsin', 'root', null),
}

beforeAll(async () => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('location', { search: '', href: 'http://localhost/' })
  addWords('acts', actWords)
  addWords('table', table)
  await loadRest()
})

const nothing = () => {}
const acts: Omit<Acts, 'create'> = {
  openHref: ({ id }) => `/sites/${id}/show`,
  editHref: ({ id }) => `/sites/${id}`,
  follow: nothing,
  preview: nothing,
  refresh: nothing,
  focusFilter: nothing,
  clearFilter: nothing,
  showInactive: { on: false, flip: nothing },
  chooseSort: nothing,
  chooseColumns: nothing,
  selectMore: nothing,
  showSelected: undefined,
  sheetOf: () => '',
}

/** Returns the commands screens at a place: none, the list of sites, or that list with three sites chosen. */
function lentAt(place: string, viewer: Profile): ScreenCommands[] {
  if (place === '-') return []
  const rows = [1, 2, 3].map((id): Row => ({ id, name: `Escola ${id}`, active: true, version: 1 }))
  const selection = place === 'chosen' ? { kind: 'rows' as const, rows } : null
  const sites = resourceOf('sites')
  const create = creationIn(sites, null, nothing)
  const list = tableCommands({
    resource: sites,
    viewer,
    query: {},
    selection,
    active: rows[0],
    acts: { ...acts, create },
  })
  return [{ chips: [{ id: 'sites', label: 'Sites' }], commands: [...list, ...sheetCommands(2, 'site')] }]
}

/** Searches all commands of an account at a place, as the palette does. */
function lookingAt(account: Profile, locale: Locale, place: string): (query: string) => string {
  const languages = [wordsIn(locale), ...everyLanguage().filter((t) => t !== wordsIn(locale))]
  const index = createCommandIndex(allCommands(account, lentAt(place, account)), languages)
  return (query) => foundListing(index(query, { use: () => 0 }), [], languages)[0]?.key ?? 'nothing'
}

describe('what the palette lists first', () => {
  it('W20 is what these queries have always led to, for two accounts in both languages', () => {
    const [head, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
    const known = new Map<string, (query: string) => string>()
    const now = lines.map((line) => {
      const [name = '', locale = '', place = '', query = ''] = line.split('\t')
      const account = accounts[name]
      if (!account) throw new Error(`no account is called ${name}`)
      const where = [name, locale, place].join('\t')
      const look = known.get(where) ?? lookingAt(account, locale as Locale, place)
      known.set(where, look)
      return [where, query, look(query)].join('\t')
    })
    if (process.env['UPDATE']) writeFileSync(file, `${[head, ...now].join('\n')}\n`)
    else expect(now).toEqual(lines)
  })
})
