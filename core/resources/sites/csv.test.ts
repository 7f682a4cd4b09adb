import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellText } from '../../csv/cells'
import { recognise } from '../../csv/header'
import { isPlainSite } from './csv-plain'
import { SITE_COLUMNS, SITE_HEADER, TEAM_COLUMNS } from './csv-columns'
import { rowToSite } from './csv-read'
import { differingColumns, siteToRow, type SiteDraft } from './csv-row'

const PRESENT = TEAM_COLUMNS.map(() => true)
const OWN = TEAM_COLUMNS.map((_, index) => index)

const row = (cells: Record<string, string>) => TEAM_COLUMNS.map((column) => cells[column] ?? '')
const read = (
  cells: Record<string, string>,
  more: { decimalComma?: boolean; odd?: boolean } = {},
  type: 'site' | 'team' = 'site',
) =>
  rowToSite(
    row({ siteName: 'A', siteAddress: 'B', siteLatitude: '1', siteLongitude: '2', ...cells }),
    { decimalComma: false, odd: false, present: PRESENT, ...more },
    type,
  )
const codes = (found: readonly { column: string | null; code: string }[]) =>
  found.map(({ column, code }) => `${column} ${code}`)

describe('a row as a site', () => {
  it('EXPORT-01 EXPORT-02 EXPORT-03 writes nineteen columns, and reads back the site they came from', () => {
    const text = fc
      .string({ minLength: 1, maxLength: 12 })
      .map((value) => value.normalize('NFC').replaceAll(/[\s\p{C}]/gu, '') || 'x')
    const optional = fc.option(text)
    const site: fc.Arbitrary<SiteDraft> = fc
      .record({
        name: text,
        tag: optional,
        siteType: fc.constantFrom('site', 'team'),
        location: fc.record({ formatted: text, zip: optional, city: optional, state: optional, country: optional }),
        place: fc.option(
          fc.tuple(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true })),
        ),
        radius: fc.double({ min: 0.001, max: 100, noNaN: true }),
        referencePoint: optional,
        App: fc.option(fc.record({ name: text })),
        registrationCodes: fc
          .uniqueArray(fc.stringMatching(/^[A-Z0-9]{6}$/), { maxLength: 3 })
          .map((all) => all.map((code) => ({ code }))),
        MobileProfiles: fc.array(
          fc.record({
            name: text,
            job: optional,
            email: fc.constantFrom(null, 'a@example.org'),
            phone: fc.option(fc.stringMatching(/^\+[0-9]{8,20}$/)),
          }),
          { maxLength: 1 },
        ),
      })
      .map(({ place, ...rest }) => ({
        ...rest,
        lat: place ? place[0] + 0 : null,
        lng: place ? place[1] + 0 : null,
        timezone: rest.siteType === 'team' ? 'America/Sao_Paulo' : null,
      }))
    fc.assert(
      fc.property(site, (original) => {
        const cells = siteToRow(original).map((cell) => (cell === null ? '' : String(cell)))
        expect(cells).toHaveLength(original.siteType === 'team' ? TEAM_COLUMNS.length : SITE_COLUMNS.length)
        const { draft, problems } = rowToSite(
          cells,
          { decimalComma: false, odd: false, present: PRESENT },
          original.siteType,
        )
        expect(codes(problems)).toEqual([])
        expect(draft).toEqual(original)
        expect(differingColumns(original, draft, TEAM_COLUMNS)).toEqual([])
      }),
      { numRuns: 2_000, seed: 1 },
    )
  })

  it('CONST-25 gives 0.1 km where no radius stands', () => {
    expect(read({}).draft.radius).toBe(0.1)
    expect(read({ siteRadius: '2.5' }).draft.radius).toBe(2.5)
  })

  it('reads numbers whole, in the way of the file', () => {
    expect(read({ siteLatitude: '-16,757', siteLongitude: '-49,44' }, { decimalComma: true }).draft).toMatchObject({
      lat: -16.757,
      lng: -49.44,
    })
    expect(read({ siteLatitude: '-16,757', siteLongitude: '-49,44' }).draft).toMatchObject({
      lat: -16.757,
      lng: -49.44,
    })
    expect(codes(read({ siteRadius: '1,250' }).problems)).toEqual(['siteRadius ambiguous_decimal'])
    expect(read({ siteRadius: '1,250' }, { decimalComma: true }).draft.radius).toBe(1.25)
    expect(codes(read({ siteRadius: '1.250' }, { decimalComma: true }).warnings)).toEqual([
      'siteRadius ambiguous_decimal',
    ])
    expect(codes(read({ siteRadius: '1.250,5' }, { decimalComma: true }).problems)).toEqual([
      'siteRadius ambiguous_decimal',
    ])
    expect(read({ siteLatitude: '\u221216.5' }).draft.lat).toBe(-16.5)
    expect(read({ siteLatitude: '1e-7' }).draft.lat).toBe(1e-7)
    for (const text of ['1 2', '0x10', 'Infinity', 'NaN', '1..2', '--1', ',', '.', '12abc'])
      expect(codes(read({ siteLatitude: text }).problems), text).toHaveLength(1)
  })

  it('T148 takes a column Nome for the name of the place, unless another column is', () => {
    const header = (...cells: string[]) => recognise(cells, SITE_HEADER)
    expect(header('Nome', 'Endereço')).toMatchObject({ recognised: ['siteName', 'siteAddress'], missing: [] })
    expect(header('Unidade', 'Nome', 'Endereço')).toMatchObject({
      recognised: ['siteName', 'siteAddress'],
      positions: [0, -1, 1],
      unknown: ['Nome'],
      duplicates: [],
    })
  })

  it('T149 blames the part of a phone that holds something else than a phone does', () => {
    const blamed = (smTelCountryCode: string, smTelAreaCode: string, smTelNum: string) =>
      codes(read({ siteManagerName: 'C', smTelCountryCode, smTelAreaCode, smTelNum }).problems)
    expect(blamed('BR', '11', '987654321')).toEqual(['smTelCountryCode invalid'])
    expect(blamed('55', 'onze', '987654321')).toEqual(['smTelAreaCode invalid'])
    expect(blamed('55', '11', '98765-x')).toEqual(['smTelNum invalid'])
    expect(blamed('55', '11', '1')).toEqual(['smTelNum invalid'])
    expect(blamed('+55', '(11)', '98765-4321')).toEqual([])
  })

  it('ENT-SITE-07 asks a team for its time zone, and a site for none', () => {
    expect(codes(read({}, {}, 'team').problems)).toEqual(['teamTimezone missing_data'])
    expect(codes(read({ teamTimezone: 'Marte/Norte' }, {}, 'team').problems)).toEqual(['teamTimezone invalid'])
    expect(read({ teamTimezone: 'America/Belem' }, {}, 'team')).toMatchObject({
      problems: [],
      draft: { timezone: 'America/Belem', siteType: 'team' },
    })
    expect(read({}).problems).toEqual([])
  })

  it('tells in which columns a stored site differs, of those a file has', () => {
    const stored = read({ siteTag: 'T', siteAppCode: 'AAA111;BBB222', siteCity: 'X' }).draft
    const draft = read({ siteTag: 'T', siteAppCode: 'AAA111', siteCity: 'Y', siteRadius: '2' }).draft
    expect(differingColumns(stored, draft, SITE_COLUMNS)).toEqual(['siteCity', 'siteRadius'])
    expect(differingColumns(stored, draft, ['siteName', 'siteTag'])).toEqual([])
    expect(differingColumns(draft, stored, SITE_COLUMNS)).toContain('siteAppCode')
  })

  it('sees at a glance only rows that the full reading finds right and unchanged', () => {
    const pool = [
      '',
      'Escola',
      ' x',
      'x ',
      '\u00a0x',
      "'=1",
      "'s",
      'NULL',
      '#REF!',
      '#N/D',
      '5.2E+06',
      '1310100',
      '01310-100',
      'x'.repeat(255),
      'x'.repeat(256),
      '-23.5',
      '-23,5',
      '1.250',
      '1,250',
      '0',
      '0.0',
      '0.1',
      '-0.1',
      '90',
      '-90',
      '90.0',
      '89.9',
      '180',
      '-180',
      '-47',
      '-53.1',
      '21000',
      '1e3',
      '.5',
      '5.',
      '+5',
      'abc',
      'ABC123',
      'abc123',
      'ABC123;DEF456',
      'ABC123;',
      'ABC12',
      'Brasil',
      'BRASIL',
      'br',
      'Peru',
      'Niger',
      'Uganda',
      '55',
      '+55',
      '11',
      '01',
      '011',
      '23456789',
      '912345678',
      '123',
      'a@example.org',
      'a@example..org',
      '12345678901234567890123',
      '000',
    ]
    let plain = 0
    const sound: Record<string, string> = {
      siteName: 'A',
      siteAddress: 'B',
      siteLatitude: '-16.5',
      siteLongitude: '-49.2',
      siteManagerName: 'M',
    }
    const cells = fc.tuple(
      fc.constant(row(sound)),
      fc.array(fc.tuple(fc.nat(18), fc.constantFrom(...pool)), { maxLength: 5 }),
    )
    fc.assert(
      fc.property(cells, fc.boolean(), fc.boolean(), ([base, changes], decimalComma, placed) => {
        const raw = base.slice(0, 19)
        for (const [index, value] of changes) raw[index] = value
        const present = PRESENT.map((_, index) => placed || (index !== 11 && index !== 12))
        if (!placed) raw[11] = raw[12] = ''
        const context = { decimalComma, odd: false, present }
        if (!isPlainSite(raw, OWN, context)) return
        plain++
        expect(raw.map((cell) => cellText(cell, false))).toEqual(raw)
        const { draft, problems, warnings } = rowToSite(raw, context)
        expect(rowToSite(raw, { ...context, isPlain: true }).draft).toEqual(draft)
        expect([...codes(problems), ...codes(warnings)], JSON.stringify(raw)).toEqual([])
      }),
      { numRuns: 30_000, seed: 3 },
    )
    expect(plain).toBeGreaterThan(2_000)
  })
})
