import { SITE_RADIUS_KM, SITE_RADIUS_MAX_KM } from '../../base/constants'
import { joinPhone } from '../../base/phone'
import {
  cellProblem,
  PROBLEMS_OF_A_CELL,
  type CellProblem,
  type RowContext,
  type RowReading,
} from '../../csv/importable'
import { couldBeThousands, readNumber } from '../../csv/number'
import { addTextProblems, isScientific, placeholder } from '../../csv/odd-cells'
import { LIMITS as MOST } from '../../vocabulary/kinds'
import type { Fields, Problem } from '../../vocabulary/resource'
import { zoneNamed } from '../../vocabulary/rules'
import { check } from '../../vocabulary/validate'
import { placeFields } from '../site-or-team'
import type { SiteType } from '../site-type'
import { AT, COLUMN_OF, FIELD_OF, SITE_COLUMNS, TEAM_COLUMNS } from './csv-columns'
import type { SiteDraft } from './csv-row'
import { isBrazil, placeWarnings } from './csv-warnings'

/** The fields a row can set, with the declaration's rules: the form and the row are refused in the same words. */
const { name, tag, location, lat, lng, radius, referencePoint, App, registrationCodes, MobileProfiles, timezone } =
  placeFields
const siteFields: Fields = {
  name,
  tag,
  location,
  lat,
  lng,
  radius,
  referencePoint,
  App,
  registrationCodes,
  MobileProfiles,
  siteType: { type: 'choice', choices: ['site', 'team'] },
  timezone,
}

/** The most codes a record's list holds; a cell has room for thousands. */
export const MOST_CODES = MOST.items

const CODE = registrationCodes.fields.code.rules[0]

/** Bounds beyond which a number is wrong under every reading: degrees, and the kilometres of `placeFields.radius`. */
const LIMITS = { siteLatitude: 90, siteLongitude: 180, siteRadius: SITE_RADIUS_MAX_KM }

const NONE: readonly CellProblem[] = []
const CODES_OF_TEXT = new Map([
  ['formErrors.required', 'missing_data'],
  ['formErrors.maxLength', 'too_long'],
  ['formErrors.minValue', 'out_of_range'],
  ['formErrors.maxValue', 'out_of_range'],
  ['formErrors.above', 'out_of_range'],
  ['formErrors.characters', 'control_character'],
  ['formErrors.marks', 'combining_marks'],
  ['formErrors.oneLine', 'control_character'],
])

/**
 * Reads the canonical cells of a row, in the order of the columns. A number is read whole or not at all. A missing
 * radius is 0.1 km (CONST-25). Codes are trimmed and upper-cased; empty ones are dropped. The draft is complete
 * even if there are problems, so that duplicates of its keys are found.
 */
export function rowToSite(
  cells: readonly string[],
  context: RowContext,
  siteType: SiteType = 'site',
): RowReading<SiteDraft> {
  const problems: CellProblem[] = []
  const warnings: CellProblem[] = []

  const number = (text: string, column: keyof typeof LIMITS): number | null => {
    if (text === '') return null
    const reading = readNumber(text, context.decimalComma, LIMITS[column])
    if ('value' in reading) return reading.value
    problems.push(
      cellProblem(reading.fault, column, {
        field: FIELD_OF.get(column) ?? null,
        ...(reading.fault === 'invalid' ? { messageKey: 'formErrors.number' } : {}),
      }),
    )
    return null
  }
  const radiusText = cells[AT.siteRadius]!
  const radiusGiven = number(radiusText, 'siteRadius')
  if (context.decimalComma && couldBeThousands(radiusText))
    warnings.push(cellProblem('ambiguous_decimal', 'siteRadius', { field: 'radius' }))

  const app = cells[AT.siteApp]
  const codes = cells[AT.siteAppCode]
  const draft: SiteDraft = {
    name: cells[AT.siteName]!,
    tag: cells[AT.siteTag] || null,
    siteType,
    location: {
      formatted: cells[AT.siteAddress]!,
      zip: cells[AT.siteZipcode] || null,
      city: cells[AT.siteCity] || null,
      state: cells[AT.siteState] || null,
      country: cells[AT.siteCountry] || null,
    },
    lat: number(cells[AT.siteLatitude]!, 'siteLatitude'),
    lng: number(cells[AT.siteLongitude]!, 'siteLongitude'),
    radius: radiusGiven ?? SITE_RADIUS_KM,
    referencePoint: cells[AT.siteReferencePoint] || null,
    App: app ? { name: app } : null,
    registrationCodes: codes ? readCodes(codes, problems) : [],
    MobileProfiles: readManager(cells, problems),
    timezone: siteType === 'team' ? zoneOf(cells[AT.teamTimezone]) : null,
  }

  if (context.isPlain) return { draft, problems: NONE, warnings: NONE }

  for (const problem of check(siteFields, draft)) addRule(problem, problems)

  if (context.odd)
    for (let index = 0; index < cells.length; index++)
      if (cells[index])
        addTextProblems(
          cells[index]!,
          TEAM_COLUMNS[index]!,
          FIELD_OF.get(TEAM_COLUMNS[index]!) ?? null,
          problems,
          warnings,
        )
  // Checks the columns before the coordinates, except the radius, which is a number or missing.
  for (let index = 0; index < AT.siteLatitude; index++) {
    const found = cells[index] ? placeholder(cells[index]!) : null
    if (found && index !== AT.siteRadius)
      warnings.push(cellProblem(found, SITE_COLUMNS[index]!, { field: FIELD_OF.get(SITE_COLUMNS[index]!) ?? null }))
  }
  if (draft.tag !== null && isScientific(draft.tag))
    warnings.push(cellProblem('excel_scientific', 'siteTag', { field: 'tag' }))
  if (draft.location.zip !== null) zipWarnings(draft.location.zip, draft.location.country ?? '', warnings)
  if (siteType === 'site')
    placeWarnings(draft.lat, draft.lng, draft.location.country ?? '', context, warnings, [
      AT.siteLatitude,
      AT.siteLongitude,
    ])
  return { draft, problems: problems.length > 0 ? problems : NONE, warnings: warnings.length > 0 ? warnings : NONE }
}

/**
 * Returns the problems of a stored site with the values of a row, in the columns that the row changes. A rule that joins
 * two fields can fail here alone, where a file has the column of only one of them.
 */
export function problemsOfMerged(merged: SiteDraft, changed: readonly string[]): CellProblem[] {
  const problems: CellProblem[] = []
  for (const problem of check(siteFields, merged)) addRule(problem, problems)
  return problems.filter(({ column }) => column !== null && changed.includes(column))
}

/** Returns a zone as the list spells it; any other text stays for the rules to refuse. */
const zoneOf = (cell = '') => zoneNamed(cell) ?? (cell || null)

/** Adds a problem that the declaration finds, at the column of its field. A column has one problem at most. */
function addRule({ field, key, values }: Problem, problems: CellProblem[]): void {
  const column = COLUMN_OF.get(field) ?? null
  if (column !== null && problems.some((one) => one.column === column)) return
  problems.push({
    column,
    field,
    code: CODES_OF_TEXT.get(key) ?? 'invalid',
    messageKey: key,
    ...(values ? { values } : {}),
  })
}

function readCodes(cell: string, problems: CellProblem[]): { code: string }[] {
  const codes = new Set<string>()
  let bad = 0
  const parts = cell.split(';', MOST_CODES + 1)
  if (parts.length > MOST_CODES) {
    const values = { max: MOST_CODES }
    const fault = { column: 'siteAppCode', code: 'invalid', messageKey: 'formErrors.maxItems', values }
    problems.push({ ...fault, field: 'registrationCodes' })
    return []
  }
  for (const part of parts) {
    const code = part.trim().toUpperCase()
    if (code === '') continue
    codes.add(code)
    const reason = CODE(code, {})
    if (!reason || ++bad > PROBLEMS_OF_A_CELL) continue
    const fault = isScientific(code)
      ? cellProblem('excel_scientific', 'siteAppCode')
      : { column: 'siteAppCode', code: 'invalid', messageKey: reason.key }
    problems.push({ ...fault, field: 'registrationCodes', value: part.trim() })
  }
  return Array.from(codes, (code) => ({ code }))
}

/** Characters that no part of a phone holds: it has digits, a plus and punctuation. */
const NO_PHONE = /[^\d+\s().\-/]/

/** Returns the column to blame for parts that make no phone: the first with other characters, or the number. */
const wrongPart = (country: string, area: string) =>
  NO_PHONE.test(country) ? 'smTelCountryCode' : NO_PHONE.test(area) ? 'smTelAreaCode' : 'smTelNum'

/** Reads the manager from the columns, if any of them is filled; the rules then require the name. */
function readManager(cells: readonly string[], problems: CellProblem[]): SiteDraft['MobileProfiles'] {
  const [manager = '', country = '', area = '', phone = '', email = '', job = ''] = cells.slice(AT.siteManagerName)
  if (!manager && !country && !area && !phone && !email && !job) return []
  let joined: string | null = null
  if (country || area || phone) {
    joined = joinPhone({ country, area, number: phone })
    if (joined === null)
      problems.push(
        isScientific(phone)
          ? cellProblem('excel_scientific', 'smTelNum', { field: 'MobileProfiles.0.phone' })
          : {
              column: wrongPart(country, area),
              field: 'MobileProfiles.0.phone',
              code: 'invalid',
              messageKey: 'import.phone',
            },
      )
  }
  return [{ name: manager, job: job || null, email: email || null, phone: joined }]
}

/** A CEP has eight digits; Excel drops the zero that São Paulo's begin with. */
function zipWarnings(zip: string, country: string, warnings: CellProblem[]): void {
  if (isScientific(zip)) warnings.push(cellProblem('excel_scientific', 'siteZipcode', { field: 'location.zip' }))
  else if (/^\d{7}$/.test(zip) && (country === '' || isBrazil(country)))
    warnings.push(cellProblem('excel_lost_zero', 'siteZipcode', { field: 'location.zip' }))
}
