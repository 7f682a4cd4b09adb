import { createHash } from 'node:crypto'
import { CsvRefusal } from '@tocsin/core/csv/refusal'
import { ApiError } from '@tocsin/core/errors'
import { missingData } from '@tocsin/core/import/problems'
import { defaultMode, type SheetTarget } from '@tocsin/core/import/target'
import { IMPORT_MODES, type ImportMode } from '@tocsin/core/import/modes'
import type { ImportOutcome } from '@tocsin/core/import/upload'
import type { Permission } from '@tocsin/core/resource'
import { clients } from '@tocsin/core/resources/clients/index'
import { SHEET_COLUMNS } from '@tocsin/core/resources/sheet-columns'
import { registrationDataSchemas } from '@tocsin/core/resources/registration-data-schemas/index'
import { nounOf, siteTypeOf } from '@tocsin/core/resources/site-type'
import { sites } from '@tocsin/core/resources/sites/index'
import { teams } from '@tocsin/core/resources/teams/index'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { scopeOf } from './actor'
import { single } from './answers'
import type { InScope } from './request'
import { requirePermission } from './crud'
import { badParameter, forbidden, invalid, notFound } from './failures'
import type { Context } from './handlers'
import { findRow } from './list'
import { refuseLocked } from './locked-clients'
import { readMultipart, type MultipartBody } from './multipart-body'
import { idOf, keyed, route } from './noun-routes'
import { serveNoun } from './nouns'
import type { Parts } from './parts'
import { importRegistrationData } from './registration-data-import'
import { importSites } from './site-import'

/** Rolls the transaction back and still answers: what a dry run does. */
class Rehearsed extends Error {
  readonly outcome: ImportOutcome
  constructor(outcome: ImportOutcome) {
    super('rehearsed')
    this.outcome = outcome
  }
}

const clientNoun = serveNoun(clients)

type Upload = {
  target: SheetTarget
  mode: ImportMode
  rehearsal: boolean
  bytes: Uint8Array
  twins: ReadonlyMap<number, number>
  print: string
}

/** Who may import what. */
const MAY_IMPORT: Record<SheetTarget['noun'], Permission | undefined> = {
  sites: sites.can.create,
  teams: teams.can.create,
  'registration-data': registrationDataSchemas.can.update,
}

/**
 * POST clients/{id}/upload: a sheet of sites, teams or registration data, all or nothing in one transaction (IMPORT-01,
 * RDATA-04, A-063 to ).
 */
export function uploadRoutes(scope: FastifyInstance, parts: Parts, inScope: InScope): void {
  const uploads = new WeakMap<FastifyRequest, Upload>()
  const commit = keyed(
    parts,
    inScope,
    async (request, context) => {
      const upload = uploads.get(request) as Upload
      const outcome = await write(context, request, upload)
      if (outcome.errors.length > 0) throw refusal(outcome, SHEET_COLUMNS[upload.target.noun])
      return { status: 200, answer: single(request.id, outcome) }
    },
    (request) => uploads.get(request)?.print ?? '',
  )

  route(scope, '/clients/:id/upload', {
    POST: async (request, reply) => {
      const upload = readUpload(request, await readMultipart(request))
      uploads.set(request, upload)
      if (!upload.rehearsal) return commit(request, reply)
      try {
        await inScope(request, async (context) => {
          throw new Rehearsed(await write(context, request, upload))
        })
      } catch (thrown) {
        if (thrown instanceof Rehearsed) return single(request.id, thrown.outcome)
        throw thrown
      }
      return reply
    },
  })
}

function readUpload(request: FastifyRequest, { values, files }: MultipartBody): Upload {
  const query = request.query as Record<string, unknown>
  for (const [key, value] of Object.entries(query))
    if (Object.hasOwn(values, key) && String(values[key]) !== value)
      throw new ApiError({ status: 400, code: 'CONFLICTING_VALUES', details: { key: key.slice(0, 100) } })
  const [part = '', file] = [...files][0] ?? []
  if (!file || files.size !== 1 || (part !== 'csvSites' && part !== 'csvRegistrationData'))
    throw badParameter('csvSites, csvRegistrationData')
  const { dryRun: asked, mode: given, ...rest } = { ...values, ...query }
  const { twins = '', ...places } = rest
  const target = part === 'csvSites' ? placesIn(places) : dataIn(rest)
  const dryRun = typeof asked === 'boolean' ? String(asked) : (asked ?? '0')
  const mode = IMPORT_MODES.find((one) => one === (given ?? defaultMode(target.noun)))
  if (dryRun !== '0' && dryRun !== '1' && dryRun !== 'true' && dryRun !== 'false') throw badParameter('dryRun')
  if (!mode) throw badParameter('mode')
  return {
    target,
    mode,
    rehearsal: dryRun === '1' || dryRun === 'true',
    bytes: file.bytes,
    twins: readTwins(twins),
    print: createHash('sha256')
      .update(`${mode} ${JSON.stringify(target)} ${String(twins)}\n`)
      .update(file.bytes)
      .digest('hex'),
  }
}

type Given = Record<string, unknown>

/** `3:1,7:2`: the third row of this part of a file is the second of it with its key, the seventh the third with its own. */
function readTwins(text: unknown): Upload['twins'] {
  if (text === '') return new Map()
  if (typeof text !== 'string' || !/^\d{1,5}:\d{1,7}(,\d{1,5}:\d{1,7})*$/.test(text)) throw badParameter('twins')
  return new Map(text.split(',').map((pair) => pair.split(':').map(Number) as [number, number]))
}

function nothingElse(unknown: Given): void {
  const [surplus] = Object.keys(unknown)
  if (surplus !== undefined) throw badParameter(surplus, 'UNKNOWN_PARAMETER')
}

function placesIn({ siteType = 'site', ...unknown }: Given): SheetTarget {
  nothingElse(unknown)
  if (siteType !== 'site' && siteType !== 'team') throw badParameter('siteType')
  return { noun: nounOf(siteType) }
}

function dataIn({ contentId = '', ...unknown }: Given): SheetTarget {
  nothingElse(unknown)
  if (typeof contentId !== 'string') throw invalid([{ field: 'contentId', key: 'formErrors.type' }])
  if (contentId.trim() === '') throw invalid([{ field: 'contentId', key: 'formErrors.required' }])
  if (contentId.includes('\u0000') || !contentId.isWellFormed())
    throw invalid([{ field: 'contentId', key: 'formErrors.characters' }])
  return { noun: 'registration-data', contentId: contentId.trim() }
}

async function write(context: Context, request: FastifyRequest, upload: Upload): Promise<ImportOutcome> {
  const { target, mode, bytes, twins } = upload
  requirePermission(context, MAY_IMPORT[target.noun])
  // A sheet is the whole client's; who is bound to one site brings none.
  if (scopeOf(context.actor).siteId !== null) throw forbidden([])
  const clientId = idOf(request)
  if (!(await findRow(clientNoun, context, clientId))) throw notFound()
  await refuseLocked(context.tx, clientId)
  try {
    return await (target.noun === 'registration-data'
      ? importRegistrationData(context, clientId, bytes, { mode, contentId: target.contentId })
      : importSites(context, clientId, bytes, { mode, siteType: siteTypeOf(target.noun), twins }))
  } catch (error) {
    if (!(error instanceof CsvRefusal)) throw error
    throw new ApiError({ status: 400, code: error.code, details: { ...error.values } })
  }
}

/** One bad row refuses the upload, and the one sentence lists what is missing. */
function refusal({ errors }: ImportOutcome, columns: readonly string[]): ApiError {
  const missing = missingData(
    errors.map(({ column, code }) => ({ code, columnName: column })),
    columns,
  )
  const text = missing ?? 'INVALID_ROWS'
  return new ApiError({ status: 400, code: text, fields: [{ message: text }], details: { rows: errors } })
}
