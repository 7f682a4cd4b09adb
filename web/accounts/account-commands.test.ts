import { beforeAll, expect, it, vi } from 'vitest'
import { LOCALES } from '@tocsin/core/base/constants'
import { profilesAtom } from '../data/account'
import { loadResources } from '../data/resources'
import { createCommandIndex } from '../palette/command-index'
import { profileOf } from '../../tests/profile-of'
import { ownCommands } from '../palette/commands'
import { store } from '../store'
import { everyLanguage, wordsIn } from '../words'

const profile = (id: number, name: string, username: string) => profileOf('tocsin', 'root', { id, name, username })
const [rute, bia] = [profile(1, 'Rute Raiz', 'root'), profile(9, 'Bia Borealis', 'borealis-admin')]

beforeAll(async () => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('location', { search: '', href: 'http://localhost/' })
  await loadResources()
  store.set(profilesAtom, [rute, bia])
})

it.each(LOCALES)(
  'W10 switching to an account comes before signing it out, however often that was done, in %s',
  (locale) => {
    const languages = [wordsIn(locale), ...everyLanguage().filter((t) => t !== wordsIn(locale))]
    const index = createCommandIndex(ownCommands(rute), languages)
    const ends = (id: string) => (/^(account\.remove|session\.end)/.test(id) ? 40 : 0)
    for (const query of ['bia', 'borealis', 'bia bor', 'borealis-admin']) {
      const ids = index(query, { use: ends }).map(({ command }) => command.id)
      expect([query, ids[0]]).toEqual([query, 'account.switch.9'])
      expect(ids).toContain('account.remove.9')
    }
  },
)
