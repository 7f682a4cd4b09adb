import { CHUNK_ROWS } from '@tocsin/core/import/chunks'
import { setImmediate } from 'node:timers/promises'
import { siteImport } from '@tocsin/core/resources/sites/csv'
import { LIMITS } from '@tocsin/core/vocabulary/kinds'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanHtml } from '../../server/records/clean-html'
import { readRows } from '../../server/resources/sheet-rows'
import { uploadSheet } from '../upload-sheet'
import { startWorld, type Reply, type TestWorld } from '../world'

let world: TestWorld
let admin: string
let root: string
beforeAll(async () => {
  world = await startWorld()
  admin = await world.token('acme-admin')
  root = await world.token('root')
})
afterAll(() => world.close())

/** A run that takes the square of its length to put in order. */
const marks = (length: number) => '\u0315\u0300\u05ae'.repeat(Math.ceil(length / 3)).slice(0, length)
const errors = ({ status, body }: Reply) => [status, body.error?.errors]
const term = (content: string) => world.call(admin, 'POST', 'terms', { title: 'x', ClientId: 2, content })

describe('a text', () => {
  it('T120 of HTML or of words is refused for a long run of marks by its field, before it is composed', async () => {
    const run = [400, [{ field: 'content', message: 'formErrors.marks', values: { max: 30 } }]]
    expect(errors(await term(`a${marks(360_000)}`))).toEqual(run)
    expect(errors(await term(`<p>a${marks(31)}</p>`))).toEqual(run)
    expect((await term(`<p>a${marks(30)}</p>`)).status).toBe(201)
    const named = await world.call(admin, 'PATCH', 'sites/1', {
      name: `a${marks(31)}`,
      location: { city: `b${marks(40)}` },
    })
    expect(named.body.error?.errors?.map(({ field, message }) => [field, message])).toEqual([
      ['name', 'formErrors.marks'],
      ['location.city', 'formErrors.marks'],
    ])
  })

  it('T120 that is searched for, or names a document, is measured as well', async () => {
    for (const [token, path, parameter] of [
      [admin, 'sites?q=', 'q'],
      [null, 'documents/info?name=', 'name'],
    ] as const)
      for (const text of [`a${marks(31)}`, 'x'.repeat(256)]) {
        const { status, body } = await world.call(token, 'GET', path + encodeURIComponent(text))
        expect([status, body.error]).toEqual([400, { message: 'INVALID_PARAMETER', details: { parameter } }])
      }
  })

  it('T121 of HTML is measured before it is parsed', async () => {
    // The parsed part of it is one word.
    const long = `<!--${'x'.repeat(LIMITS.html)}-->x`
    expect(errors(await term(long))).toEqual([
      400,
      [{ field: 'content', message: 'formErrors.maxLength', values: { max: LIMITS.html } }],
    ])
    expect((await term(long.slice(0, LIMITS.html - 4) + '-->x')).status).toBe(201)
  })

  it.each([
    [
      'looks that each paragraph makes again',
      `<p>${Array.from({ length: 100 }, (_, n) => `<b a=${n}>`).join('')}</p>${'<p>x</p>'.repeat(200)}`,
    ],
    ['ends within attributes', '<b title="</b>">'.repeat(201)],
    [
      'ends that a list of choices swallows',
      Array.from({ length: 201 }, (_, n) => `<b a=${n}><select></b></select>`).join(''),
    ],
  ])('T121 of HTML is refused where reading it makes more than it holds: %s', async (_, content) => {
    expect(errors(await term(content))).toEqual([
      400,
      [{ field: 'content', message: 'formErrors.depth', values: { max: 200 } }],
    ])
  })
})

/** Returns the number of turns that others had while some work was done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let working = true
  const counting = (async () => {
    while (working) {
      await setImmediate()
      turns++
    }
  })()
  await work
  working = false
  await counting
  return turns
}

describe('work that takes a while', () => {
  it('T121 on the largest HTML gives others their turn, time and again', async () => {
    const html = '<p>As people write it, <a href="https://example.org/x">linked</a>.</p>'.repeat(7_000)
    expect(html.length).toBeLessThan(LIMITS.html)
    expect(await turnsDuring(cleanHtml(html))).toBeGreaterThan(25)
  })

  it('T120 on a sheet does so too, and tells of each cell what is wrong with it', async () => {
    const rows = Array.from({ length: CHUNK_ROWS }, (_, n) => `${n},${'x'.repeat(4_000)},1,1\n`).join('')
    const bytes = Buffer.from(`siteName,siteAddress,siteLatitude,siteLongitude\n${rows}`)
    expect(await turnsDuring(readRows(bytes, siteImport, { maxRows: CHUNK_ROWS }))).toBeGreaterThan(25)
    const sheet = `siteName,siteAddress,siteReferencePoint,${marks(3_000)}\nA,b${marks(31)},${marks(15_000)},\nB,b${marks(30)},,\n`
    const { body } = await uploadSheet(world, sheet, { query: '?dryRun=1' })
    const data = body.data as { created: number; errors: { row: number; column: string; code: string }[] }
    expect(data.errors.map(({ row, column, code }) => [row, column, code])).toEqual([
      [1, 'siteAddress', 'combining_marks'],
      [1, 'siteReferencePoint', 'too_long'],
    ])
    expect(data.created).toBe(1)
    const own = `key,a${marks(31)}\nb,c\n`
    const refused = await uploadSheet(world, own, {
      query: '?dryRun=1',
      file: 'csvRegistrationData',
      fields: { contentId: 'x' },
    })
    expect([refused.status, refused.body.error?.message]).toEqual([400, 'header_forbidden'])
  })

  it('T120 tells ten problems of a cell and no more, and one of a cell with more codes than a place has', async () => {
    const codes = (count: number) => Array.from({ length: count }, (_, n) => `-${count}${n}`).join(';')
    const sheet = `siteName,siteAddress,siteAppCode\nA,b,${codes(900)}\nB,b,${codes(1_001)}\n`
    const { body } = await uploadSheet(world, sheet, { query: '?dryRun=1' })
    const found = (body.data as { errors: { row: number; message: string }[] }).errors
    expect(found.filter(({ row }) => row === 1)).toHaveLength(10)
    expect(found.filter(({ row }) => row === 2).map(({ message }) => message)).toEqual(['formErrors.maxItems'])
  })
})

const NUMBERS = [
  '2.5',
  '1e30',
  '1e400',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '-1',
  '0',
  '1e-320',
  '"2"',
  '[]',
  '{}',
]

describe('a number', () => {
  it.each(['sites', 'teams'])(
    'T130 that is no id is refused at its field in %s, before the database is asked',
    async (path) => {
      for (const id of NUMBERS) {
        const text = `{"name":"s","location":{"formatted":"x"},"timezone":"America/Bahia","ClientId":${id}}`
        const reply = await world.call(root, 'POST', path, text)
        expect([id, reply.status], reply.text).toEqual([id, 400])
        expect(
          reply.body.error?.errors?.map(({ field }) => field),
          id,
        ).toContain('ClientId')
      }
    },
  )
})
