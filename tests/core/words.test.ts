import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LOCALES } from '@tocsin/core/base/constants'
import { createVocabulary } from '@tocsin/core/vocabulary/i18n'
import { allResources } from '@tocsin/core/resources/index'
import { beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

const sources = ['core', 'server'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('node_modules'))
    .map((path) => readFileSync(join(root, folder, path), 'utf8')),
)
const consoleSources = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|node_modules|styled-system/.test(path))
  .map((path) => readFileSync(join(root, 'web', path), 'utf8'))
/** Every first group of an expression's matches in the sources, once. */
const found = (expression: RegExp) => [
  ...new Set(sources.flatMap((text) => [...text.matchAll(expression)].map(([, one]) => one))),
]

const vocabulary = createVocabulary()
beforeAll(async () => {
  for (const { name, messages } of await allResources()) vocabulary.add(['resources', name], messages)
})
const unsaid = (keys: string[]) => keys.filter((key) => !LOCALES.every((locale) => vocabulary.has(locale, key)))

describe('words for what the programs say in codes', () => {
  it('A-006 every code that an answer can carry has its text in both languages', () => {
    const codes = [
      ...found(/ApiError\(\{[^}]*?code: '(\w+)'/g),
      ...found(/badParameter\([^()]*, '([A-Z_]+)'\)/g),
      ...found(/refuse\([^()]*, '([A-Z_]+)'\)/g),
      ...found(/ApiError[^\n]*\? '([A-Z_]+)' : /g),
      ...found(/ApiError[^\n]* : '([A-Z_]+)'/g),
      ...found(/^ {2}FST_\w+: '(\w+)'/gm),
      ...found(/errorFrom\(\d+, '(\w+)'/g),
    ] as string[]
    expect(codes.length).toBeGreaterThan(30)
    expect(codes).toEqual(
      expect.arrayContaining([
        'PAYLOAD_TOO_LARGE',
        'INVALID_ANSWER',
        'UNKNOWN_PARAMETER',
        'JWT_EXPIRED',
        'CLIENT_LOCKED',
      ]),
    )
    expect(
      codes.filter((code) => unsaid([`httpError.${code}`, `httpError.authentication.${code}`]).length === 2),
    ).toEqual([])
  })

  it('every key of a form error is a word', () => {
    const keys = found(/'((?:formErrors|notices)\.\w+)'/g) as string[]
    expect(keys.length).toBeGreaterThan(20)
    expect(unsaid(keys)).toEqual([])
  })

  it('every reason that a resource gives is a word of that resource', () => {
    const keys = found(/'(resources\.[\w-]+\.\w+)'/g) as string[]
    expect(keys.length).toBeGreaterThan(8)
    expect(unsaid(keys)).toEqual([])
  })

  it('ERR-27 A-039 the notices of the specification are keys letter for letter, each said somewhere in the console', () => {
    const keys = [
      'notices.loginAsSuccess',
      'notices.updated',
      'notices.profileUpdated',
      'resources.users.passwordUpdated',
    ]
    expect(unsaid(keys)).toEqual([])
    const said = consoleSources.join('\n')
    expect(keys.filter((key) => !said.includes(`'${key}'`))).toEqual([])
    // Another key for the same would leave the first to rot.
    for (const locale of LOCALES)
      expect(vocabulary.translate(locale)('notices.updated', { name: 'X' })).toMatch(/^(Updated|Atualizado): X$/)
  })
})

describe('the vocabulary of the product', () => {
  const names = (resource: string) =>
    LOCALES.map((locale) => {
      const t = vocabulary.translate(locale)
      return [t(`resources.${resource}.name`), t(`resources.${resource}.names`)]
    })

  it('calls each resource by one name in each language, and no two by the same', async () => {
    for (const [at] of LOCALES.entries()) {
      const all = (await allResources()).map(({ name }) => names(name)[at]![1]!)
      expect(new Set(all).size).toBe(all.length)
    }
    expect(names('maps')).toEqual([
      ['Mobile profile', 'Mobile profiles'],
      ['Perfil móvel', 'Perfis móveis'],
    ])
    expect(names('monitoring-providers').flat()).toHaveLength(4)
  })
})
