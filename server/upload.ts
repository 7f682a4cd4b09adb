import { createHash } from 'node:crypto'
import { CsvRefusal } from '@tocsin/core/csv/refusal'
import { ApiError } from '@tocsin/core/errors'
import { missingData } from '@tocsin/core/import/problems'
import { clients } from '@tocsin/core/resources/clients/index'
import { sites } from '@tocsin/core/resources/sites/index'
import { TEAM_COLUMNS } from '@tocsin/core/resources/sites/csv'
import { teams } from '@tocsin/core/resources/teams/index'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { scopeOf } from './actor'
import { single } from './answers'
import type { InScope } from './request'
import { requirePermission } from './crud'
import { forbidden, notFound } from './failures'
import type { Context } from './handlers'
import { findRow } from './list'
import { refuseLocked } from './locked-clients'
import { readMultipart, type MultipartBody } from './multipart-body'
import { idOf, keyed, route } from './noun-routes'
import { serveNoun } from './nouns'
import type { Parts } from './parts'
import { importSites, type ImportOptions, type ImportOutcome } from './site-import'

/** Rolls the transaction back and still answers: what a dry run does. */
class Rehearsed extends Error {
  readonly outcome: ImportOutcome
  constructor(outcome: ImportOutcome) {
    super('rehearsed')
    this.outcome = outcome
  }
}

const clientNoun = serveNoun(clients)

type Upload = { options: ImportOptions; rehearsal: boolean; bytes: Uint8Array; print: string }

/** POST clients/{id}/upload: a sheet of sites, all or nothing in one transaction (IMPORT-01, A-063 to A-065). */
export function uploadRoutes(scope: FastifyInstance, parts: Parts, inScope: InScope): void {
  const uploads = new WeakMap<FastifyRequest, Upload>()
  const commit = keyed(
    parts,
    inScope,
    async (request, context) => {
      const { bytes, options } = uploads.get(request) as Upload
      const outcome = await writeSites(context, request, bytes, options)
      if (outcome.errors.length > 0) throw refusal(outcome)
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
          throw new Rehearsed(await writeSites(context, request, upload.bytes, upload.options))
        })
      } catch (thrown) {
        if (thrown instanceof Rehearsed) return single(request.id, thrown.outcome)
        throw thrown
      }
      return reply
    },
  })
}

type Query = { dryRun?: string | boolean; mode?: string; siteType?: string }
function readUpload(request: FastifyRequest, { values, files }: MultipartBody): Upload {
  const query = request.query as Query
  for (const [key, value] of Object.entries(query))
    if (Object.hasOwn(values, key) && String(values[key]) !== value)
      throw new ApiError({ status: 400, code: 'CONFLICTING_VALUES', details: { key: key.slice(0, 100) } })
  const { dryRun: asked, mode = 'create', siteType = 'site', ...unknown } = { ...values, ...query }
  const dryRun = typeof asked === 'boolean' ? String(asked) : (asked ?? '0')
  const refuse = (parameter: string, code = 'INVALID_PARAMETER') =>
    new ApiError({ status: 400, code, details: { parameter: parameter.slice(0, 100) } })
  const [surplus] = Object.keys(unknown)
  if (surplus !== undefined) throw refuse(surplus, 'UNKNOWN_PARAMETER')
  if (!['0', '1', 'true', 'false'].includes(dryRun)) throw refuse('dryRun')
  if (mode !== 'create' && mode !== 'upsert') throw refuse('mode')
  if (siteType !== 'site' && siteType !== 'team') throw refuse('siteType')
  const file = files.get('csvSites')
  if (!file || files.size !== 1) throw refuse('csvSites')
  return {
    options: { mode, siteType },
    rehearsal: dryRun === '1' || dryRun === 'true',
    bytes: file.bytes,
    print: createHash('sha256').update(`${mode} ${siteType}\n`).update(file.bytes).digest('hex'),
  }
}

async function writeSites(
  context: Context,
  request: FastifyRequest,
  bytes: Uint8Array,
  options: ImportOptions,
): Promise<ImportOutcome> {
  requirePermission(context, (options.siteType === 'team' ? teams : sites).can.create)
  // A file of sites is the whole client's; who is bound to one of them brings none.
  if (scopeOf(context.actor).siteId !== null) throw forbidden([])
  const clientId = idOf(request)
  if (!(await findRow(clientNoun, context, clientId))) throw notFound()
  await refuseLocked(context.tx, clientId)
  try {
    return await importSites(context, clientId, bytes, options)
  } catch (error) {
    if (!(error instanceof CsvRefusal)) throw error
    throw new ApiError({ status: 400, code: error.code, details: { ...error.values } })
  }
}

/** One bad row refuses the upload, and the one sentence lists what is missing. */
function refusal({ errors }: ImportOutcome): ApiError {
  const missing = missingData(
    errors.map(({ column, code }) => ({ code, columnName: column })),
    TEAM_COLUMNS,
  )
  const text = missing ?? 'INVALID_ROWS'
  return new ApiError({ status: 400, code: text, fields: [{ message: text }], details: { rows: errors } })
}
