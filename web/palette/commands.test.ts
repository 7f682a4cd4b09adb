import { profileOf as profile } from '../../tests/profile-of'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { commandsOf } from '@tocsin/core/command-line/commands'
import { parseCommand } from '@tocsin/core/command-line/line'
import { LOCALES } from '@tocsin/core/base/constants'
import { GUEST, may, mayDo, neededFor } from '@tocsin/core/vocabulary/permissions'
import { ROLES } from '@tocsin/core/vocabulary/roles'
import type { Profile } from '@tocsin/core/api/session'
import { LISTLESS } from '../../tests/listless'
import type { Command } from '../commands/command'
import { messages as acts } from '../commands/messages'
import { everyResource } from '../data/resources'
import { loadRest } from '../rest'
import { KEYS } from '../keys/map'
import { addWords, everyLanguage, vocabulary } from '../words'
import { allCommands, chipsLeft, nearest, ownCommands } from './commands'
import { readLine } from './read-line'
import { REFS } from '../commands/line'
import '../resources/screenless'
import '../resources/views'

const everyRole = Object.entries(ROLES).flatMap(([userType, roles]) =>
  Object.keys(roles).map((role): [string, Profile] => [`${userType} ${role}`, profile(userType, role)]),
)

beforeAll(async () => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('location', { search: '', href: 'http://localhost/' })
  addWords('acts', acts)
  await loadRest()
})

describe.each(everyRole)('the commands of %s', (_, account) => {
  const commands = () => ownCommands(account)

  it('LANG-01 have a title in both languages', () => {
    for (const command of commands()) {
      const titles = everyLanguage().map(command.title)
      for (const title of titles) {
        expect(title).not.toBe('')
        expect(title, command.id).not.toMatch(/\{\{|\w\.\w+\.\w|palette\./)
      }
      // A missing word shows as its key; only names are the same in both languages.
      if (titles[0] === titles[1]) expect(titles[0], command.id).toMatch(/^(English|Português|\S+: )|Apps?|Tags?/)
    }
  })

  it('have a name of their own, and a key that exists', () => {
    const ids = commands().map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { key } of commands()) if (key) expect(KEYS.map(({ id }) => id as string)).toContain(key)
  })

  it('W52 show, where no screen adds a row or a list, only keys that work anywhere', () => {
    const anywhere = new Set(KEYS.filter(({ scopes }) => scopes.includes('anywhere')).map(({ id }) => id as string))
    for (const { id, key } of commands()) if (key) expect(anywhere, id).toContain(key)
  })

  it('stand on a line that means the same command, growing as they are filled in', () => {
    const specs = everyResource().flatMap(commandsOf)
    for (const command of commands()) {
      // The commands of an account on itself have no declaration, and no link begins them.
      if (command.line === 'only-here' || /^(session|account|go\.profile)\b/.test(command.id)) continue
      const empty = command.line({})
      expect(parseCommand(empty, specs), empty).toBeDefined()
      expect(readLine(empty, everyResource())?.command).toBe(command.id)
      const values = filledIn(command)
      const read = readLine(command.line(values), everyResource())
      expect(read, command.line(values)).toEqual({ command: command.id, values })
    }
  })

  it('are taken back by another one, or say that they cannot or need not be', () => {
    const ids = new Set(commands().map(({ id }) => id))
    for (const { id, undo } of commands())
      if (undo !== 'irreversible' && undo !== 'nothing') expect(ids, id).toContain(undo)
  })

  it('PERM-11 are hidden where the permission is missing, and only there', () => {
    const offered = new Set(commands().map(({ id }) => id))
    for (const resource of everyResource()) {
      // A resource that needs no permission is there for everybody but guests.
      const mayView = mayDo(account, resource, 'view') && !account.permissions.includes(GUEST)
      for (const spec of commandsOf(resource)) {
        const id = `${spec.resource}.${spec.verb}`
        const isAllowed = mayView && may(account, neededFor(spec.can, account))
        const isAnEvent = spec.resource === 'audit-events' && spec.takes !== 'none'
        // Messages are posted by programs: the console has no form for them.
        const isAForm = spec.kind === 'create' || spec.kind === 'update'
        const isFormless = spec.resource === 'broadcast-messages' && isAForm
        expect(offered.has(id), id).toBe(isAllowed && !isAnEvent && !isFormless && !LISTLESS.has(spec.resource))
      }
    }
  })
})

const filledIn = ({ asks }: Command) =>
  Object.fromEntries(
    asks.map(({ flag }) => {
      if (flag.path === REFS) return [REFS, flag.type === 'refs' ? [12, 13] : 12]
      if (flag.type === 'number') return [flag.path, 3]
      if (flag.type === 'refs') return [flag.path, [3, 4]]
      if (flag.type === 'boolean') return [flag.path, true]
      return [flag.path, flag.choices?.[0] ?? `it's "${flag.name}" $HOME`]
    }),
  )

describe('what a screen lends', () => {
  const command = (id: string, group: Command['group']): Command => ({
    id,
    group,
    title: () => id,
    icon: 'check',
    asks: [],
    line: 'only-here',
    undo: 'nothing',
    run: () => {},
  })
  const screens = [
    { chips: [{ id: 'client', label: 'ACME' }], commands: [command('client.unlock', 'record')] },
    {
      chips: [
        { id: 'sites', label: 'Sites' },
        { id: 'selection', label: '12 selected' },
      ],
      commands: [command('sites.deactivate', 'selection'), command('list.refresh', 'list')],
    },
  ]
  const ids = (removed: number) => nearest(screens, removed).map(({ id }) => id)

  it('goes with its chips, from the innermost outwards', () => {
    expect(ids(0)).toEqual(['sites.deactivate', 'list.refresh', 'client.unlock'])
    expect(ids(1)).toEqual(['list.refresh', 'client.unlock'])
    expect(ids(2)).toEqual(['client.unlock'])
    expect(ids(3)).toEqual([])
    expect(chipsLeft(screens, 2).map(({ id }) => id)).toEqual(['client'])
  })
  it('names the client that one works in once on its own page, and goes from both with its chip', () => {
    const client = { id: 'clients.2', label: 'ACME' }
    const page = { chips: [client], commands: [command('clients.lock', 'record')] }
    const within = [{ chips: [{ ...client }], commands: [command('sites.import', 'create')] }, page, screens[1]!]
    const chips = (removed: number) => chipsLeft(within, removed).map(({ label }) => label)
    const left = (removed: number) => nearest(within, removed).map(({ id }) => id)
    expect([0, 1, 2, 3].map(chips)).toEqual([['ACME', 'Sites', '12 selected'], ['ACME', 'Sites'], ['ACME'], []])
    expect(left(2)).toEqual(['clients.lock', 'sites.import'])
    expect(left(3)).toEqual([])
  })

  it('has one command of each id, the selection’s before that of the active row', () => {
    const commands = [
      command('sites.deactivate', 'selection'),
      command('sites.get', 'record'),
      command('sites.deactivate', 'record'),
    ]
    const groups = (removed: number) =>
      nearest([{ chips: screens[1]!.chips, commands }], removed).map(({ id, group }) => `${group} ${id}`)
    expect(groups(0)).toEqual(['selection sites.deactivate', 'record sites.get'])
    expect(groups(1)).toEqual(['record sites.get', 'record sites.deactivate'])
  })
  it('leaves out what is there for its key alone', () => {
    const hidden = { ...command('sites.delete', 'record'), hidden: true as const }
    expect(nearest([{ chips: [], commands: [hidden, command('sites.get', 'record')] }], 0).map(({ id }) => id)).toEqual(
      ['sites.get'],
    )
  })
  it('names the row at hand before the record around its list, and a key for what it acts on alone', () => {
    const lock = command('clients.lock', 'record')
    const off = { ...command('clients.deactivate', 'record'), key: 'toggleActive' as const }
    const row = { ...command('users.deactivate', 'record'), key: 'toggleActive' as const }
    const around = { chips: [{ id: 'client', label: 'ACME' }], commands: [lock, off] }
    const within = { chips: [{ id: 'users', label: 'Users' }], commands: [row] }
    const told = (...screens: (typeof around)[]) => nearest(screens, 0).map(({ id, key }) => [id, key])
    expect(told(around, within)).toEqual([
      ['users.deactivate', 'toggleActive'],
      ['clients.lock', undefined],
      ['clients.deactivate', undefined],
    ])
    expect(told(around)).toEqual([
      ['clients.lock', undefined],
      ['clients.deactivate', 'toggleActive'],
    ])
  })

  it('stands for the command of the same name, until its chip is gone', () => {
    const admin = profile('client', 'admin')
    const group = (removed: number) =>
      allCommands(admin, screens, removed).find(({ id }) => id === 'sites.deactivate')?.group
    expect(group(0)).toBe('selection')
    expect(group(1)).toBe('create')
  })
  it('is found by the words of what it stands for', () => {
    const [own] = ownCommands(profile('client', 'admin')).filter(({ id }) => id === 'sites.deactivate')
    const here = allCommands(profile('client', 'admin'), screens).find(({ id }) => id === 'sites.deactivate')
    for (const t of everyLanguage()) expect(here?.keywords?.(t)).toBe(own?.keywords?.(t))
  })
})

it('LANG-01 says every word of the palette in both languages', () => {
  for (const locale of LOCALES)
    for (const group of [
      'selection',
      'record',
      'list',
      'again',
      'recent',
      'create',
      'go',
      'console',
      'records',
      'resources',
    ])
      expect(vocabulary.has(locale, `palette.groups.${group}`), group).toBe(true)
})
