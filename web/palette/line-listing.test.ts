import { profileOf as profile } from '../../tests/profile-of'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Profile } from '@tocsin/core/api/session'
import { ROLES } from '@tocsin/core/vocabulary/roles'
import type { Command } from '../commands/command'
import { REFS } from '../commands/line'
import { messages as acts } from '../commands/messages'
import { loadRest } from '../rest'
import { addWords, wordsIn } from '../words'
import { ownCommands } from './commands'
import { lineListing } from './line-listing'
import { runLine } from './run-line'
import '../resources/screenless'
import '../resources/views'

const everyRole = Object.entries(ROLES).flatMap(([userType, roles]) =>
  Object.keys(roles).map((role): [string, Profile] => [`${userType} ${role}`, profile(userType, role)]),
)
const t = wordsIn('en-US')
const root = profile('tocsin', 'root')

beforeAll(async () => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('location', { search: '', href: 'http://localhost/' })
  addWords('acts', acts)
  await loadRest()
})

const titles = (line: string, account = root) => lineListing(line, account, t).map(({ title }) => title)

const filledIn = ({ asks }: Command) =>
  Object.fromEntries(
    asks.map(({ flag }) => {
      if (flag.path === REFS) return [REFS, flag.type === 'refs' ? [12, 13] : 12]
      if (flag.type === 'number') return [flag.path, 3]
      if (flag.type === 'ref') return [flag.path, 5]
      if (flag.type === 'refs') return [flag.path, [3, 4]]
      if (flag.type === 'boolean') return [flag.path, true]
      return [flag.path, flag.choices?.[0] ?? `it's "${flag.name}" $HOME`]
    }),
  )

describe('a line of the terminal in the palette', () => {
  it.each(everyRole)('runs every command of %s that has a line, with the same values', async (_, account) => {
    let compared = 0
    for (const command of ownCommands(account)) {
      // A command without a line changes this page alone; the commands of an account on itself are the terminal's own.
      if (command.line === 'only-here') {
        expect(command.id).toMatch(/^(go|client|theme|mode|locale|keys|history|link|sidebar)\./)
        continue
      }
      if (/^(session|account|go\.profile)\b/.test(command.id)) continue
      const values = filledIn(command)
      const line = command.line(values)
      const [first] = lineListing(line, account, t)
      if (first?.doing.kind !== 'line') {
        // A form or a list is opened by its command, whose line names nothing to write yet.
        expect(command.id, `${line}: ${first?.title}`).toMatch(/\.update$/)
        continue
      }
      expect(first.line, line).toBe(line)
      const { spec } = first.doing.reading
      if (spec.kind === 'create') continue
      const outcome = await runLine(first.doing.reading, 'key')
      if (spec.kind === 'list' || spec.kind === 'get') expect(outcome.kind, line).toBe('go')
      else expect(outcome, line).toEqual({ kind: 'command', id: command.id, values })
      compared++
    }
    expect(compared).toBeGreaterThan(account.role === 'guest' ? -1 : 3)
  })

  it('offers what may follow, and to run a whole line first', () => {
    expect(titles('sit')).toEqual(['sites'])
    expect(titles('tocsin sites deac')).toEqual(['deactivate'])
    expect(titles('sites deactivate 12')).toEqual(['sites deactivate 12'])
    expect(titles('sites update 12 --na')).toEqual(['--name='])
    // A flag without a value would clear its field.
    expect(titles("sites update 12 --name='Nova ala' --tag")).toEqual(['--tag='])
    expect(titles('sites update 12 --tag ')).not.toContain('sites update 12 --tag=')
    expect(titles("sites update 12 --name='Nova ala'")[0]).toBe("sites update 12 '--name=Nova ala'")
    expect(titles('sites list --lim')).toEqual(['“sites list” has no “--lim” here.'])
  })

  it('offers the word that was probably meant, and says what is wrong with the typed one', () => {
    const wrong = '“sitess” is no resource that you may use here. Other commands run in a terminal.'
    expect(titles('sitess')).toEqual(['sites', wrong])
    expect(lineListing('sitess', root, t)[0]?.doing).toEqual({ kind: 'type', text: '$sites ' })
    expect(titles('sites deactivte')[0]).toBe('deactivate')
    expect(titles('sites update 12 --nmae')[0]).toBe('--name=')
    expect(titles('sites update 12 --colour')).toEqual(['“sites update” has no “--colour” here.'])
  })

  it.each([
    ['nonsense', '“nonsense” is no resource that you may use here. Other commands run in a terminal.'],
    ['sites import escolas.csv', '“sites import” does not run here. Try it in a terminal.'],
    ['sites list -o csv', '“sites list” has no “-o” here.'],
    ['sites list 12', '“sites list” takes no record, such as “12”.'],
    ['sites list --limit=5', '“--limit” has an effect only in a terminal. Leave it out.'],
    ['sites get 1 2', '“sites get” takes one record: its id or its name.'],
    ['sites update 12', '“sites update” needs a flag that says what to change.'],
    ['sites update 12 --radius=wide', '--radius must be a number.'],
    ["sites list --q='norte", 'A quote is not closed.'],
  ])('says why %j does not run here', (line, why) => {
    expect(titles(line)).toContain(why)
  })

  it('PERM-11 offers and runs only what the account may do', () => {
    const viewer = profile('client', 'guest')
    expect(titles('sites deactivate 12', viewer)).toEqual([
      '“sites” is no resource that you may use here. Other commands run in a terminal.',
    ])
    const manager = profile('client', 'siteManager')
    expect(titles('', manager)).not.toContain('clients')
  })
})
