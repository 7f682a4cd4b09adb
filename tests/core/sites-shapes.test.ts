import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { encoderOf } from '@tocsin/core/csv/encode'
import { BYTE_ORDER_MARK, csvHeader, csvLine, type Delimiter } from '@tocsin/core/csv/write'
import { SITE_COLUMNS } from '@tocsin/core/resources/sites/csv-columns'
import { siteToRow, type SiteDraft } from '@tocsin/core/resources/sites/csv-row'
import { EXCEL_BR, excelInBrazil } from '../../fixtures/sites/excel-br'
import { madeUpSites } from '../../fixtures/sites/made-up'
import { outcomeOf, sourceOfFile, type SheetOutcome } from './sheet-outcomes'

const SHARED = new URL('../../../shared/data/sites/', import.meta.url).pathname
const present = existsSync(SHARED)
const ABSENT = `(needs ${SHARED})`

function drafts(outcome: SheetOutcome): (SiteDraft | null)[] {
  if ('refusal' in outcome) throw outcome.refusal
  for (const row of outcome.rows) expect(row.problems).toEqual([])
  return outcome.rows.map(({ draft }) => draft)
}

const exported = (sites: readonly SiteDraft[], delimiter: Delimiter) =>
  BYTE_ORDER_MARK +
  csvHeader(SITE_COLUMNS, delimiter) +
  sites.map((site) => csvLine(siteToRow(site), delimiter)).join('')

describe('the same sites in other shapes', () => {
  it('EXPORT-05 T53 come back from every export and from Excel as they were', async () => {
    const sites = madeUpSites(500)
    for (const delimiter of [',', ';', '\t', '|'] as const)
      for (const encoding of ['utf-8', 'utf-16le', 'utf-16be'] as const)
        expect(drafts(await outcomeOf(encoderOf(encoding)(exported(sites, delimiter))))).toEqual(sites)
    expect(drafts(await outcomeOf(excelInBrazil(500)))).toEqual(sites)
  })

  it('EXPORT-05 begins with a byte-order mark', () => {
    expect(Array.from(encoderOf('utf-8')(exported([], ',')).slice(0, 3))).toEqual([0xef, 0xbb, 0xbf])
  })

  it('the example of Excel in Brazil is what its generator makes', () => {
    expect(Buffer.compare(readFileSync(EXCEL_BR), excelInBrazil(200))).toBe(0)
  })

  const SHAPES = ['.csv', '.tsv', '-excel-br.csv', '-excel-br-point.csv', '-excel-br-utf8.csv', '-excel-unicode.txt']

  it.skipIf(!present)(`T55 reads 5,571 municipalities alike from six shapes ${ABSENT}`, async () => {
    const [first, ...others] = await Promise.all(
      SHAPES.map((shape) => outcomeOf(sourceOfFile(`${SHARED}sites-br-municipalities${shape}`))),
    )
    const expected = drafts(first!)
    expect(expected).toHaveLength(5_571)
    for (const other of others) expect(drafts(other)).toEqual(expected)
  })

  it.skipIf(!present)(
    `reads the places of other sources, and warns of each without coordinates ${ABSENT}`,
    async () => {
      expect(drafts(await outcomeOf(sourceOfFile(`${SHARED}sites-airports.csv`)))).toHaveLength(7_698)
      const without = await outcomeOf(sourceOfFile(`${SHARED}sites-large-without-coordinates.csv`))
      expect(drafts(without)).toHaveLength(2_350)
      if ('refusal' in without) throw without.refusal
      expect(without.rows.every(({ warnings }) => warnings.some(({ code }) => code === 'coordinates_missing'))).toBe(
        true,
      )

      const packed = `${SHARED}sites-large.csv.gz`
      const large = await outcomeOf({
        name: 'sites-large.csv',
        size: 13_200_000,
        open: () => pipeline(createReadStream(packed), createGunzip(), () => {}),
      })
      expect(drafts(large)).toHaveLength(96_395)
    },
  )
})
