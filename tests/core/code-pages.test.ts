import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { encoderOf } from '@tocsin/core/csv/encode'
import { decoderOf, detectEncoding } from '@tocsin/core/csv/encoding'
import { CsvRefusal } from '@tocsin/core/csv/refusal'
import { sourceOfBytes } from '@tocsin/core/csv/source'
import { expect, it } from 'vitest'

const REAL = new URL('../../../shared/data/', import.meta.url)

/** Pairs of the letters A to Z, among which all codes of countries are. */
const CODES = Array.from({ length: 676 }, (_, n) => String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26)))

const decoded = (encoding: string, bytes: Uint8Array): string => {
  const decoder = decoderOf(encoding)
  return decoder.push(bytes) + decoder.end()
}

/** Names of countries and regions in a language (CLDR), as many as there are in an encoding; 200 of them at most. */
function namesIn(language: string, encoding: string): string[] {
  const countries = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  const encode = encoderOf(encoding)
  return CODES.map((code) => countries.of(code)?.normalize('NFC').replaceAll(',', ' ').replaceAll('’', "'") ?? '')
    .filter(
      (name, index, all) => name !== '' && all.indexOf(name) === index && decoded(encoding, encode(name)) === name,
    )
    .slice(0, 200)
}

const hasHigh = (name: string) => /[^\0-\x7f]/.test(name)
const threesOf = (names: readonly string[]) =>
  Array.from({ length: Math.floor(names.length / 3) }, (_, n) => names.slice(n * 3, n * 3 + 3))

/** Returns the fate of a file of these names: it stops, or it is read `right` or `wrong`. */
async function fateOf(encoding: string, names: readonly string[]): Promise<'stopped' | 'right' | 'wrong'> {
  const text = ['siteName,siteAddress', ...names.map((name) => `${name},Rua 1`), ''].join('\r\n')
  const bytes = encoderOf(encoding)(text)
  try {
    const found = await detectEncoding(sourceOfBytes(bytes))
    return decoded(found.encoding, bytes) === text ? 'right' : 'wrong'
  } catch (error) {
    if (error instanceof CsvRefusal) return 'stopped'
    throw error
  }
}

/** Latin alphabets whose letters fall on Portuguese ones: a few names may look like Portuguese, two hundred never do. */
const NEAR = [
  ['windows-1250', 'pl'],
  ['windows-1250', 'cs'],
  ['windows-1250', 'hu'],
  ['windows-1250', 'ro'],
  ['windows-1250', 'hr'],
  ['iso-8859-2', 'pl'],
  ['iso-8859-2', 'hu'],
  ['windows-1257', 'lv'],
  ['windows-1258', 'vi'],
] as const

const FAR = [
  ['cp850', 'pt'],
  ['cp850', 'es'],
  ['cp860', 'pt'],
  ['cp437', 'es'],
  ['macintosh', 'pt'],
  ['macintosh', 'fr'],
  ['windows-1251', 'ru'],
  ['koi8-r', 'ru'],
  ['iso-8859-5', 'ru'],
  ['ibm866', 'ru'],
  ['windows-1253', 'el'],
  ['iso-8859-7', 'el'],
  ['windows-1254', 'tr'],
  ['windows-1255', 'he'],
  ['windows-1256', 'ar'],
  ['iso-8859-6', 'ar'],
  ['windows-1257', 'lt'],
  ['windows-874', 'th'],
  ['shift_jis', 'ja'],
  ['euc-jp', 'ja'],
  ['gb18030', 'zh'],
  ['big5', 'zh-TW'],
  ['euc-kr', 'ko'],
] as const

it.each([...NEAR, ...FAR])('T131 stops at 200 names of %s in %s', async (encoding, language) => {
  const names = namesIn(language, encoding)
  expect(names.length).toBeGreaterThanOrEqual(190)
  expect(await fateOf(encoding, names)).toBe('stopped')
})

it.each(FAR)('T131 reads no three names of %s in %s wrong', async (encoding, language) => {
  const threes = threesOf(namesIn(language, encoding).filter(hasHigh))
  expect(threes.length).toBeGreaterThan(10)
  const wrong: string[] = []
  for (const names of threes) if ((await fateOf(encoding, names)) === 'wrong') wrong.push(names.join(', '))
  expect(wrong).toEqual([])
})

it.each(['pt', 'es'])('T131 reads windows-1252 in %s right, be it one name or 200', async (language) => {
  const names = namesIn(language, 'windows-1252')
  for (const some of [names, ...threesOf(names), ...names.map((name) => [name])])
    expect(await fateOf('windows-1252', some), some.join(', ')).toBe('right')
})

it.each([...NEAR, ...FAR])('T131 reads UTF-8 right that %s could hold, in %s', async (encoding, language) => {
  const names = namesIn(language, encoding)
  for (const some of [names, ...threesOf(names)]) expect(await fateOf('utf-8', some), some.join(', ')).toBe('right')
})

const files = existsSync(REAL) ? readdirSync(new URL('sites/', REAL)).filter((name) => !name.startsWith('.')) : []

it.skipIf(files.length === 0)(
  'T131 stops at no real file, and takes them for windows-1252 where they are',
  async () => {
    const found: Record<string, string> = {}
    for (const name of files) {
      const bytes = readFileSync(new URL(`sites/${name}`, REAL))
      const sheet = name.endsWith('.gz') ? gunzipSync(bytes) : bytes
      found[name] = (await detectEncoding(sourceOfBytes(sheet))).encoding
    }
    expect(Object.entries(found).flatMap(([name, encoding]) => (encoding === 'windows-1252' ? [name] : []))).toEqual([
      'sites-br-municipalities-excel-br-point.csv',
      'sites-br-municipalities-excel-br.csv',
    ])
  },
)
