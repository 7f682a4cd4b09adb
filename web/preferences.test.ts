import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { chooseLocale } from '@tocsin/core/vocabulary/i18n'
import { THEMES, MODES, themeOf } from './preferences'

const firstPaint = readFileSync(new URL('public/first-paint.js', import.meta.url), 'utf8')

type Reader = {
  storage: Record<string, string> | null
  inTab?: Record<string, string>
  dark?: boolean
  search?: string
  languages?: string[]
}

/** Runs the script in the page's head, and returns the theme that it sets and the language that it asks for. */
function run({ storage, inTab = {}, dark = false, search = '', languages = [] }: Reader) {
  const documentElement = { dataset: {} as Record<string, string> }
  const asked: { rel?: string; href?: string }[] = []
  const keeps = (kept: Record<string, string>) => ({
    getItem: (key: string) => {
      if (!storage) throw new Error('storage is refused')
      return kept[key] ?? null
    },
  })
  runInNewContext(firstPaint, {
    document: {
      documentElement,
      currentScript: { dataset: { enUs: 'en-US', ptBr: 'pt-BR' } },
      createElement: () => ({}),
      head: { append: (link: object) => asked.push(link) },
    },
    localStorage: keeps(storage ?? {}),
    sessionStorage: keeps(inTab),
    location: { search },
    navigator: { languages },
    URLSearchParams,
    matchMedia: () => ({ matches: dark }),
  })
  return { theme: documentElement.dataset['theme'], language: asked[0]?.href }
}

const painted = (storage: Record<string, string> | null, dark: boolean) => run({ storage, dark }).theme

describe('the theme', () => {
  it('SHELL-14 SHELL-15 is the same before the first paint as afterwards', () => {
    for (const theme of THEMES)
      for (const mode of MODES)
        for (const dark of [true, false]) expect(painted({ theme, mode }, dark)).toBe(themeOf({ theme, mode }, dark))
  })
  it('SHELL-14 is grey, as light as the system, until one is chosen', () => {
    expect([painted({}, false), painted({}, true), painted(null, true)]).toEqual([
      'grey-light',
      'grey-dark',
      'grey-dark',
    ])
    expect(painted({ theme: 'pink', mode: 'loud' }, false)).toBe('grey-light')
  })
})

describe('the language', () => {
  const texts = ['pt', 'pt-PT', 'pt_BR', 'en-GB', 'EN', 'fr', 'ptx', 'de,pt;q=0.5', 'fr, en;q=0.8', '']
  it('LANG-02 is the one whose words the head of the page asks for', () => {
    for (const inAddress of [null, ...texts])
      for (const kept of [null, ...texts])
        for (const languages of [[], ['pt-BR', 'en'], ['fr', 'en'], ['de']]) {
          const search = inAddress === null ? '' : `?locale=${encodeURIComponent(inAddress)}`
          const storage: Record<string, string> = kept === null ? {} : { locale: kept }
          const { language } = run({ storage, search, languages })
          expect(language, `${search} ${kept} ${languages}`).toBe(chooseLocale(inAddress, kept, ...languages))
        }
  })
  it('S39 LANG-02 is that of the visit in a page that is loaded anew, unless the address has another one', () => {
    const visit = (search: string) =>
      run({ storage: { locale: 'pt-BR' }, inTab: { locale: 'en-US' }, languages: ['pt-BR'], search }).language
    expect([visit(''), visit('?locale=pt-BR'), visit('?locale=fr')]).toEqual(['en-US', 'pt-BR', 'pt-BR'])
  })
})
