import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { THEMES, MODES, themeOf } from './preferences'

const firstPaint = readFileSync(new URL('public/first-paint.js', import.meta.url), 'utf8')

/** Returns the theme that the script in the page's head sets, given the stored values and the system's preference. */
const painted = (storage: Record<string, string> | null, dark: boolean) => {
  const documentElement = { dataset: {} as Record<string, string> }
  const getItem = (key: string) => {
    if (!storage) throw new Error('storage is refused')
    return storage[key] ?? null
  }
  runInNewContext(firstPaint, {
    document: { documentElement },
    localStorage: { getItem },
    matchMedia: () => ({ matches: dark }),
  })
  return documentElement.dataset['theme']
}

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
