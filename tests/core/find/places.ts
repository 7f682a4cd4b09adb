import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { isBrokenBatch, sheetReader } from '@tocsin/core/csv/read'
import type { Entry } from '@tocsin/core/find/finder'
import { recordEntry } from '@tocsin/core/find/records'
import { SITE_COLUMNS } from '@tocsin/core/resources/sites/csv-columns'
import { apps } from '../../../fixtures/apps'
import { clients } from '../../../fixtures/clients'
import { projects } from '../../../fixtures/projects'
import { registrationCodes } from '../../../fixtures/registration-codes'
import { sites } from '../../../fixtures/sites'
import { users } from '../../../fixtures/users'

const folder = fileURLToPath(new URL('../../../../shared/data/sites/', import.meta.url))

/** The reason that there is nothing to search in, where the real places are not at hand; null where they are. */
export const noPlaces = existsSync(folder) ? null : 'the folder shared/data is not beside the project'

type Row = { [column: string]: string | undefined }

function rowsOf(bytes: Uint8Array): Row[] {
  const reader = sheetReader({ encoding: 'utf-8', delimiter: ',', headerLine: 1 })
  return [...reader.push(bytes), ...reader.end()].flatMap((batch) =>
    isBrokenBatch(batch)
      ? []
      : batch.rows.map((cells) => Object.fromEntries(SITE_COLUMNS.map((name, index) => [name, cells[index]]))),
  )
}

/** A row as the search index would give it, under an id that a query can name. */
function entryOf(id: string, row: Row): Entry {
  const { siteName = '', siteTag = '', siteCity, siteState, siteAppCode, smTelNum } = row
  const phone = smTelNum ? `+${row['smTelCountryCode']}${row['smTelAreaCode']}${smTelNum}` : null
  const where = [siteCity, siteState].filter(Boolean).join('/')
  const words = [...(siteAppCode ? siteAppCode.split(';') : []), ...(phone === null ? [] : [phone])]
  const record = { noun: 'sites', id: 0, title: siteName, subtitle: `${siteTag} · ${where}`, words: words.join('\n') }
  return { ...recordEntry(record), id }
}

/** The 5,571 municipalities of Brazil as `name/state`. */
export function municipalities(): Entry[] {
  return rowsOf(readFileSync(`${folder}sites-br-municipalities.csv`)).map((row) =>
    entryOf(`${row['siteName']}/${row['siteState']}`, row),
  )
}

/** The 96,395 health facilities of Africa by their tags. */
export function facilities(): Entry[] {
  return rowsOf(gunzipSync(readFileSync(`${folder}sites-large.csv.gz`))).map((row) =>
    entryOf(row['siteTag'] ?? '', row),
  )
}

/** The fixtures' world as the search index of root gives it, near enough: as `noun/id`. */
export function fixtureRecords(): Entry[] {
  const nicknames = new Map(clients.rows.map(({ id, nickname }) => [id, nickname]))
  const whose = (id: number | null) => (id === null ? [] : [nicknames.get(id) ?? ''])
  const record = (resource: string, id: number, title: string, subtitle: string[], words: string[] = []) =>
    recordEntry({ noun: resource, id, title, subtitle: subtitle.join(' · ') || null, words: words.join('\n') || null })
  return [
    ...clients.rows.map(({ id, name, nickname }) => record('clients', id, name, [nickname])),
    ...projects.rows.map(({ id, name, description, ClientId }) =>
      record('projects', id, name, [description, ...whose(ClientId)]),
    ),
    ...sites.rows.map(({ id, name, tag, siteType, location, ClientId }) =>
      record(`${siteType}s`, id, name, [tag ?? '', `${location.city}/${location.state}`, ...whose(ClientId)]),
    ),
    ...users.rows.map(({ id, name, username, email, phone, ClientId }) =>
      record('users', id, name, [username, email, ...whose(ClientId)], phone === null ? [] : [phone]),
    ),
    ...apps.rows.map(({ id, name, clientId }) => record('apps', id, name, whose(clientId))),
    ...registrationCodes.rows.map(({ id, code, ClientId }) => record('registration-codes', id, code, whose(ClientId))),
  ]
}
