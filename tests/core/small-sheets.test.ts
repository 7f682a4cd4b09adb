import { existsSync, readFileSync } from 'node:fs'
import { encoderOf } from '@tocsin/core/csv/encode'
import { decoderOf, detectEncoding } from '@tocsin/core/csv/encoding'
import { CsvRefusal } from '@tocsin/core/csv/refusal'
import { openSheet } from '@tocsin/core/csv/sheet'
import { sourceOfBytes } from '@tocsin/core/csv/source'
import { validatedRows } from '@tocsin/core/import/validate'
import { importMessages } from '@tocsin/core/import/messages'
import type { SheetProblem } from '@tocsin/core/import/problems'
import { wrongOf } from '@tocsin/core/import/words'
import { importableOf } from '@tocsin/core/resources/sheets'
import { createVocabulary } from '@tocsin/core/vocabulary/i18n'
import { expect, it } from 'vitest'
import { seeded } from '../../fixtures/sites/made-up'

const MUNICIPALITIES = new URL('../../../shared/data/sites/sites-br-municipalities.csv', import.meta.url)
const AIRPORTS = new URL('../../../shared/data/sites/sites-airports.csv', import.meta.url)

const decoded = (encoding: string, bytes: Uint8Array): string => {
  const decoder = decoderOf(encoding)
  return decoder.push(bytes) + decoder.end()
}
const encoded = (encoding: string, text: string) => encoderOf(encoding)(text)
const isHigh = (text: string) => /[^\0-\x7f]/.test(text)
const sheetOf = (rows: readonly string[]) => ['siteName,siteAddress', ...rows, ''].join('\r\n')

/** Name and address of each row of a real file, as far as an encoding has their letters. */
const rowsOf = (file: URL, encoding: string, countries: RegExp): string[] =>
  readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .filter((line) => countries.test(line))
    .map((line) => /^[^",]+,("[^"]*"|[^",]*)/.exec(line)?.[0] ?? '')
    .filter((row) => row !== '' && decoded(encoding, encoded(encoding, row)) === row)

/** Returns the fate of a sheet whose bytes are `text` in an encoding. */
async function fateOf(encoding: string, text: string): Promise<'stopped' | 'warned' | 'right' | 'wrong'> {
  const bytes = encoded(encoding, text)
  try {
    const found = await detectEncoding(sourceOfBytes(bytes))
    if (decoded(found.encoding, bytes) === text) return 'right'
    return found.doubts.length > 0 ? 'warned' : 'wrong'
  } catch (error) {
    if (error instanceof CsvRefusal) return 'stopped'
    throw error
  }
}

/** Returns the fates of random sheets of `count` rows with a letter beyond ASCII, in hundredths. */
async function fatesOf(encoding: string, rows: readonly string[], count: number, sheets: number) {
  const random = seeded(count)
  const fates = { stopped: 0, warned: 0, right: 0, wrong: 0 }
  for (let n = 0; n < sheets;) {
    const some = Array.from({ length: count }, () => rows[Math.floor(random() * rows.length)]!)
    if (!some.some(isHigh)) continue
    fates[await fateOf(encoding, sheetOf(some))] += 100 / sheets
    n++
  }
  return fates
}

const HERE = existsSync(MUNICIPALITIES)
const BRAZIL = /Brasil/
const SPANISH = /,(Mexico|Colombia|Chile|Venezuela|Argentina|Spain|Peru|Bolivia|Cuba),/

it.skipIf(!HERE).each(
  ['cp850', 'cp437', 'cp860', 'macintosh'].flatMap((encoding) => [
    { encoding, file: MUNICIPALITIES, of: 'Brazil', countries: BRAZIL },
    { encoding, file: AIRPORTS, of: 'Spanish places', countries: SPANISH },
  ]),
)('T131 writes no small sheet of $of in $encoding in silence', async ({ encoding, file, countries }) => {
  const rows = rowsOf(file, encoding, countries)
  expect(rows.length).toBeGreaterThan(300)
  for (const count of [3, 10]) {
    const { wrong, right } = await fatesOf(encoding, rows, count, 200)
    expect(right).toBe(0)
    expect(wrong, `${count} rows`).toBeLessThanOrEqual(1)
  }
})

it.skipIf(!HERE).each([
  { of: 'Brazil', file: MUNICIPALITIES, countries: BRAZIL },
  { of: 'Spanish places', file: AIRPORTS, countries: SPANISH },
  { of: 'French places', file: AIRPORTS, countries: /,(France|Guadeloupe|New Caledonia|Belgium|Switzerland),/ },
  { of: 'German places', file: AIRPORTS, countries: /,(Germany|Austria),/ },
])('T131 stops at no small sheet of $of in windows-1252', async ({ file, countries }) => {
  const rows = rowsOf(file, 'windows-1252', countries)
  for (const [count, sheets] of [
    [1, 200],
    [3, 200],
    [10, 200],
    [100, 20],
  ] as const)
    expect((await fatesOf('windows-1252', rows, count, sheets)).right, `${count} rows`).toBeCloseTo(100)
})

it.each([
  'Rua 7, nº 12',
  '1º andar, 2ª Travessa',
  'Prof.ª Ana',
  'Lei § 1º',
  '25° C',
  '100 m² – Centro',
  '“Açaí” – Pará',
  'Rua\u00a0das Flores, 10\u00a0km',
  'Dr.\u00a0João',
  'Escola Municipal\u00a0',
  'Copo d’Água',
  'Madrid–Barajas',
  'POÇO DO MOÇO',
  'École «Sacré-Cœur»',
  'Große Straße 5',
  'Ålesund',
  'R$ 10 … €5',
])('T131 takes one row of windows-1252 for what it is: %s', async (name) => {
  expect(await fateOf('windows-1252', sheetOf([`${name},Rua 1`]))).toBe('right')
})

const importable = importableOf('sites')
const vocabulary = createVocabulary()
vocabulary.add(['import'], importMessages)

/** Returns the warnings of a plan that tell of the encoding, in words. */
async function warningsOf(bytes: Uint8Array, encoding?: string, locale: 'en-US' | 'pt-BR' = 'en-US') {
  const sheet = await openSheet(sourceOfBytes(bytes), importable.spec, encoding ? { encoding } : {})
  const found: SheetProblem[] = []
  for await (const { rows } of validatedRows(sheet, importable, (warning) => found.push(warning)))
    expect(rows.length).toBeGreaterThan(0)
  return found
    .filter(({ code }) => code === 'encoding_doubtful')
    .map((problem) => `${problem.line} ${problem.value} ${wrongOf(problem, vocabulary.translate(locale))}`)
}

const LATIN = ['Escola São José,Praça da Sé', 'Ação Conceição,Rua Ângelo', 'Saúde,Avenida Goiás', 'Órfãos,Rua É']
const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => Array.from(part)))

it('T131 names each line of a joined file that is in another encoding, and how it reads', async () => {
  const dos = encoded('cp850', 'Creche João,Rua 1\r\n')
  const bytes = joined(encoded('windows-1252', sheetOf([...LATIN, ...LATIN])), dos, encoded('cp850', 'Goiás,Rua 2\r\n'))
  expect(await warningsOf(bytes)).toEqual([
    '10 JoÆo is unusual as text in windows-1252; in cp850 it reads “João”',
    '11 Goi\u00a0s is unusual as text in windows-1252; in cp850 it reads “Goiás”',
  ])
  expect(await warningsOf(bytes, undefined, 'pt-BR')).toContain(
    '10 JoÆo é incomum como texto em windows-1252; em cp850, lê-se “João”',
  )
  expect(await warningsOf(encoded('windows-1252', sheetOf(LATIN)))).toEqual([])
})

it('T131 warns of an encoding that was named by hand and does not suit the file', async () => {
  const text = sheetOf(['Creche João,Rua 1'])
  expect(await warningsOf(encoded('utf-8', text), 'cp850')).toEqual([
    '2 Jo├úo is unusual as text in cp850; in utf-8 it reads “João”',
  ])
  expect(await warningsOf(encoded('utf-8', text), 'shift_jis')).toHaveLength(1)
  expect(await warningsOf(encoded('cp850', text), 'windows-1252')).toEqual([
    '2 JoÆo is unusual as text in windows-1252; in cp850 it reads “João”',
  ])
  expect(await warningsOf(encoded('windows-1252', text), 'cp850')).toEqual([
    '2 JoÒo is unusual as text in cp850; in windows-1252 it reads “João”',
  ])
})

it.each([
  ['windows-1252', LATIN],
  ['cp850', LATIN],
  ['macintosh', LATIN],
  ['windows-1250', ['Łódź,Plzeň', 'Győr,České Budějovice', 'Košice,Kraków']],
  ['windows-1251', ['Москва,Школа №1', 'Санкт-Петербург,Невский']],
  ['windows-1253', ['Αθήνα,Θεσσαλονίκη']],
  ['windows-1254', ['Iğdır,Şanlıurfa', 'İzmir,Diyarbakır']],
  ['koi8-r', ['Москва,Школа']],
  ['shift_jis', ['東京,学校']],
])('T131 says nothing of %s where the file is in it', async (encoding, rows) => {
  expect(await warningsOf(encoded(encoding, sheetOf(rows)), encoding)).toEqual([])
})

it('T131 proposes an encoding only where the words are usual in it', async () => {
  const refused = async (bytes: Uint8Array) =>
    detectEncoding(sourceOfBytes(bytes)).then(
      () => null,
      (error: CsvRefusal) => error.values['better'] ?? null,
    )
  expect(await refused(encoded('cp850', sheetOf(['João,Praça'])))).toBe('cp850')
  expect(await refused(encoded('macintosh', sheetOf(['João,Praça'])))).toBe('macintosh')
  for (const [encoding, name] of [
    ['shift_jis', '東京'],
    ['koi8-r', 'Москва'],
    ['windows-1255', 'ירושלים'],
  ] as const)
    expect(await refused(encoded(encoding, sheetOf([`${name},Rua 1`]))), encoding).toBeNull()
})
