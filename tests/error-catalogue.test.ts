import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LOCALES } from '@tocsin/core/base/constants'
import { createVocabulary } from '@tocsin/core/vocabulary/i18n'
import { messages } from '@tocsin/core/vocabulary/messages'
import { REFUSAL_CODES } from '@tocsin/core/csv/refusal'
import { describe, expect, it } from 'vitest'
import { FAILURES } from '../server/http/failure-codes'

const root = fileURLToPath(new URL('..', import.meta.url))
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')
const text = (path: string) => readFileSync(join(root, path), 'utf8')
const isProof = (path: string) => /^(tests|server)\/.*\.(test\.ts|golden)$/.test(path)
const proofs = tracked.filter((path) => isProof(path) && !path.includes('error-catalogue')).map(text)
const sourcesIn = (folders: string) =>
  tracked
    .filter((path) => new RegExp(`^(${folders})/.*\\.tsx?$`).test(path) && !/\.test\.ts$|messages/.test(path))
    .map(text)
const sources = sourcesIn('core|server|web|cli')

const { authentication, ...general } = messages['en-US'].httpError
/** The catalogue of the specification: the errors a person may meet while proving their identity. */
const catalogue = [
  'MISSING_USERNAME_OR_PASSWORD',
  'INVALID_USERNAME_OR_PASSWORD',
  'INVALID_AUTHORIZATION_HEADER',
  'INVALID_USER',
  'NO_MFA_METHOD_FOR_USER',
  'MFA_INVALID_CODE',
  'JWT_EXPIRED_PASSWORD_RESET',
  'JWT_EXPIRED_PASSWORD_RESET_NO_REQUEST',
  'CLIENT_LOCKED',
  'INTERNAL_ERROR',
  'MISSING_MFA_TOKEN',
  'NOT_AUTHENTICATED',
  'EXPIRED_REFRESH_TOKEN',
  'INVALID_OLD_PASSWORD',
  'INVALID_PASSWORD',
  'MISSING_TOKEN',
  'VERIFICATION_INVALID_CODE',
]
const vocabulary = createVocabulary()

describe.each(LOCALES)('in %s', (locale) => {
  it('tells of every code of the catalogue what it is and what to do', () => {
    const t = vocabulary.translate(locale)
    for (const code of catalogue) {
      const key = [`httpError.authentication.${code}`, `httpError.${code}`].find((one) => vocabulary.has(locale, one))
      expect(key, code).toBeDefined()
      const advice = `advice.${code}`
      const whole = vocabulary.has(locale, advice) ? `${t(key!)} ${t(advice)}` : t(key!)
      // One sentence says what it is, and another what to do.
      expect(whole.match(/[^.]+\./g)?.length ?? 0, `${code}: ${whole}`).toBeGreaterThanOrEqual(2)
    }
  })
})

it('has a test that meets each code which has words', () => {
  const known = new Set([...Object.keys(authentication), ...Object.keys(general)])
  const words: Record<string, unknown> = { ...general, ...authentication }
  // In a browser it is the sentence that is met.
  const met = (code: string) =>
    proofs.some((proof) => new RegExp(`\\b${code}\\b`).test(proof) || proof.includes(`'${String(words[code])}'`))
  expect([...known].filter((code) => !met(code))).toEqual([])
})

it('has words for each code that is thrown, and throws each that has words', () => {
  // Errors of the terminal alone have words of its own.
  const thrown = new Set(
    sourcesIn('core|server|web').flatMap((source) =>
      [...source.matchAll(/new ApiError\(\{[^}]*code: '([A-Z][A-Z_]+)'/g)].map(([, code]) => code!),
    ),
  )
  const known = new Set([...Object.keys(authentication), ...Object.keys(general)])
  const named = (code: string) => sources.some((source) => source.includes(`'${code}'`))
  expect([...known].filter((code) => /^[A-Z_]+$/.test(code) && !named(code))).toEqual([])
  expect([...thrown].filter((code) => !known.has(code))).toEqual([])
})

describe('the failures that the API describes', () => {
  const server = tracked
    .filter((path) => /^server\/.*\.ts$/.test(path) && !/\.test\.ts$|failure-codes/.test(path))
    .map(text)
  const isNamed = (code: string) => server.some((source) => source.includes(`'${code}'`))
  const described = Object.values(FAILURES).flatMap(({ codes }) => codes)
  // They come from the reader of sheets.
  const ofSheets = new Set<string>([...REFUSAL_CODES, 'missing_data'])

  it('T119 are all codes with words that the server names, and no others', () => {
    // TIMEOUT is the server's name for what the database and webhooks do, and a failure of a client.
    const worded = [...Object.keys(authentication), ...Object.keys(general)].filter((code) => code !== 'TIMEOUT')
    expect(worded.filter((code) => isNamed(code) && !described.includes(code))).toEqual([])
    expect(described.filter((code) => !isNamed(code) && !ofSheets.has(code))).toEqual([])
  })

  it('T119 have each code under the statuses that it is thrown with', () => {
    const thrown = server.flatMap((source) =>
      [...source.matchAll(/new ApiError\(\{\s*status: (\d+),\s*code: '(\w+)'/g)].map(
        ([, status, code]) => [Number(status), code!] as const,
      ),
    )
    expect(thrown.length).toBeGreaterThan(50)
    const isMissing = ([status, code]: (typeof thrown)[number]) => !FAILURES[status]?.codes.includes(code)
    expect(thrown.filter(isMissing)).toEqual([])
  })
})
