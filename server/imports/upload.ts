import { createHash } from 'node:crypto'
import { ApiError } from '@tocsin/core/base/errors'
import { CHUNK_BYTES, mostRows } from '@tocsin/core/import/chunks'
import { missingData } from '@tocsin/core/import/problems'
import { defaultMode } from '@tocsin/core/import/target'
import type { SheetTarget } from '@tocsin/core/resources/sheets'
import { IMPORT_MODES, type ImportMode } from '@tocsin/core/import/modes'
import type { ImportOutcome } from '@tocsin/core/import/upload'
import { may, neededFor } from '@tocsin/core/vocabulary/permissions'
import type { Permission } from '@tocsin/core/vocabulary/resource'
import { clients } from '@tocsin/core/resources/clients/index'
import { SHEET_COLUMNS } from '@tocsin/core/resources/sheet-columns'
import { importableOf } from '@tocsin/core/resources/sheets'
import { registrationDataSchemas } from '@tocsin/core/resources/registration-data-schemas/index'
import { resourceNameOf, siteTypeOf } from '@tocsin/core/resources/site-type'
import { sites } from '@tocsin/core/resources/sites/index'
import { registrationCodes } from '@tocsin/core/resources/registration-codes/index'
import { teams } from '@tocsin/core/resources/teams/index'
import { users } from '@tocsin/core/resources/users/index'
import { sql } from 'kysely'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { scopeOf } from '../context/actor'
import { single } from '../http/answers'
import type { InScope, PartsOf } from '../context/request'
import { badParameter, forbidden, invalid, notFound } from '../http/failures'
import type { Context } from '../context/context'
import { codeWait } from '../resources/registration-codes/claimed'
import { refuseLockedRow } from '../records/locked-clients'
import { dryRunOf, switchOf } from '../http/input'
import { readMultipart, type MultipartBody } from '../http/multipart-body'
import { idOf } from '../http/named-record'
import { keyed, rolledBack } from '../records/keyed'
import { needing, route, type Handler } from '../http/route'
import { uploads as places } from '../http/upload-places'
import type { Crud } from '../records/crud'
import { serveResource, type ServedResource } from '../records/served-resource'
import { planRegistrationData } from '../resources/registration-data/import'
import { readRows, type ImportPlan } from '../resources/sheet-rows'
import { planSites } from '../resources/sites/import'
import { withinScope } from '../records/tenancy'
import { writeRecords } from './records'
import { describeUpload } from './upload-description'

const servedClients = serveResource(clients)
const SHEET_RESOURCES = Object.keys(SHEET_COLUMNS) as SheetTarget['resource'][]

type Upload = {
  target: SheetTarget
  mode: ImportMode
  dryRun: boolean
  /** True for a whole file in one transaction, which may have more rows than a chunk. */
  atomic: boolean
  bytes: Uint8Array
  twins: ReadonlyMap<number, number>
  print: string
}

/** Plans the rows of a sheet that has been read. `toWrite` is true if the plan will be carried out. */
type Import = (context: Context, clientId: number, toWrite: boolean, codesWait: number) => Promise<ImportPlan>
/** `writes`: the plan itself writes, and is rolled back if it is only a plan. */
type Read = { plan: Import; namesCodes: boolean; writes: boolean }

/** The permission to import a sheet of each resource. */
const MAY_IMPORT: Record<SheetTarget['resource'], Permission | undefined> = {
  sites: sites.can.create,
  teams: teams.can.create,
  'registration-data': registrationDataSchemas.can.update,
  users: users.can.create,
  'registration-codes': registrationCodes.can.create,
}

/**
 * Adds POST clients/{id}/upload. It imports a sheet of sites, teams, registration data, users or registration codes, all
 * or nothing in one transaction (IMPORT-01, RDATA-04, A-063 to A-065, A-098).
 */
export function uploadRoutes(
  scope: FastifyInstance,
  partsOf: PartsOf,
  resources: ReadonlyMap<string, ServedResource>,
  crud: Crud,
  inScope: InScope,
): void {
  const uploads = new WeakMap<FastifyRequest, Upload & Read>()
  const commit = keyed<number>(partsOf, inScope, {
    work: async (request, context, codesWait) => {
      const { target, plan } = uploads.get(request)!
      const clientId = idOf(request)
      await refuseUpload(context, clientId, [target.resource], true)
      const { outcome, write } = await plan(context, clientId, true, codesWait ?? 0)
      if (outcome.errors.length === 0) await write(codesWait ?? 0)
      if (outcome.errors.length > 0) throw refusal(outcome, SHEET_COLUMNS[target.resource])
      return { status: 200, answer: single(request.id, outcome) }
    },
    again: (request, context) => refuseUpload(context, idOf(request), [uploads.get(request)!.target.resource]),
    before: (request, asker) => (uploads.get(request)?.namesCodes ? codeWait(asker) : undefined),
    body: (request) => uploads.get(request)?.print ?? '',
  })
  const runDry = async (request: FastifyRequest) => {
    const { target, plan, writes, namesCodes } = uploads.get(request)!
    const { actor } = request
    const codesWait = writes && namesCodes && actor ? await codeWait({ parts: partsOf(request), actor }) : 0
    const planned = async (context: Context) => {
      await refuseUpload(context, idOf(request), [target.resource])
      const { outcome } = await plan(context, idOf(request), false, codesWait)
      return single(request.id, outcome)
    }
    return writes ? rolledBack(request, inScope, planned) : inScope(request, planned, { readOnly: true })
  }
  const upload: Handler = async (request, reply) => {
    // The check comes before the body is read, unless the body is no larger than a chunk: reading it is then no more
    // work than this check.
    if (!(Number(request.headers['content-length']) <= CHUNK_BYTES))
      await inScope(request, (context) => refuseUpload(context, idOf(request), SHEET_RESOURCES), { readOnly: true })
    return places.within(request.party, async () => {
      const read = readUpload(request, await readMultipart(request))
      uploads.set(request, { ...read, ...(await importOf(read, resources, crud)) })
      return read.dryRun ? runDry(request) : commit(request, reply)
    })
  }
  route(scope, '/clients/:id/upload', {
    POST: {
      describes: describeUpload,
      allowed: needing(...Object.values(MAY_IMPORT)),
      forms: 'own',
      handler: Object.assign(upload, { dryRuns: true as const }),
    },
  })
}
function readUpload(request: FastifyRequest, { values, files }: MultipartBody): Upload {
  const query = request.query as Record<string, unknown>
  for (const [key, value] of Object.entries(query))
    if (Object.hasOwn(values, key) && String(values[key]) !== value)
      throw new ApiError({ status: 400, code: 'CONFLICTING_VALUES', details: { key: key.slice(0, 100) } })
  const [part = '', file] = [...files][0] ?? []
  if (!file || files.size !== 1 || !Object.hasOwn(PARTS, part)) throw badParameter(Object.keys(PARTS).join(', '))
  const { dryRun: dryGiven, mode: modeGiven, atomic: atomicGiven, ...rest } = { ...values, ...query }
  const { twins = '', ...places } = rest
  const target = PARTS[part]!(part === 'csvSites' ? places : rest)
  const mode = IMPORT_MODES.find((one) => one === (modeGiven ?? defaultMode(target.resource)))
  if (!mode) throw badParameter('mode')
  const atomic = switchOf('atomic', atomicGiven)
  return {
    target,
    mode,
    dryRun: dryRunOf(dryGiven),
    atomic,
    bytes: file.bytes,
    twins: readTwins(twins),
    print: createHash('sha256')
      .update(`${mode} ${JSON.stringify(target)} ${String(twins)}${atomic ? ' atomic' : ''}\n`)
      .update(file.bytes)
      .digest('hex'),
  }
}

type Given = Record<string, unknown>

/** The part of the form that holds the file of each kind, with what the parameters beside it mean. */
const PARTS: Readonly<Record<string, (given: Given) => SheetTarget>> = {
  csvSites: placesIn,
  csvRegistrationData: dataIn,
  csvUsers: (given) => (nothingElse(given), { resource: 'users' }),
  csvRegistrationCodes: (given) => (nothingElse(given), { resource: 'registration-codes' }),
}

/** Reads `3:1,7:2`: the third row of this chunk has one earlier row of the file with its key, the seventh has two. */
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
  return { resource: resourceNameOf(siteType) }
}

function dataIn({ contentId = '', ...unknown }: Given): SheetTarget {
  nothingElse(unknown)
  if (typeof contentId !== 'string') throw invalid([{ field: 'contentId', key: 'formErrors.type' }])
  if (contentId.trim() === '') throw invalid([{ field: 'contentId', key: 'formErrors.required' }])
  if (contentId.includes('\u0000') || !contentId.isWellFormed())
    throw invalid([{ field: 'contentId', key: 'formErrors.characters' }])
  return { resource: 'registration-data', contentId: contentId.trim() }
}

/**
 * SQL that makes two sheets of one client wait for each other: else each would create the places that both name. A
 * waiting sheet does not lock the client's row, so that the client can be locked meanwhile. The first number may be any
 * that no other lock has.
 */
const ONE_AT_A_TIME = sql`, pg_advisory_xact_lock(6302, r.id)`

/**
 * Throws ApiError unless the actor may import a sheet of one of these resources into the client, and while the client
 * is locked. With `toWrite` nobody can lock the client until the transaction ends.
 */
async function refuseUpload(
  context: Context,
  clientId: number,
  resources: readonly SheetTarget['resource'][],
  toWrite = false,
): Promise<void> {
  const needed = resources.map((resource) => neededFor(MAY_IMPORT[resource], context.actor))
  if (!needed.some((one) => may(context.actor, one))) throw forbidden(needed[0] ?? [])
  // A sheet concerns the whole client, so a user bound to one site may not import (A-045).
  if (scopeOf(context.actor).siteId !== null) throw forbidden([])
  const scope = withinScope(servedClients, context) ?? sql`true`
  const { rows } = await sql<{ locked: boolean }>`select locked${toWrite ? ONE_AT_A_TIME : sql``} from clients r
    where id = ${clientId} and ${scope} ${toWrite ? sql`for share` : sql``}`.execute(context.tx)
  const [client] = rows
  if (!client) throw notFound()
  refuseLockedRow(context, { id: clientId, ...client })
}

/** Reads the rows of a sheet without a transaction; the returned plan runs in one. */
async function importOf(
  { target, mode, dryRun, atomic, bytes, twins }: Upload,
  resources: ReadonlyMap<string, ServedResource>,
  crud: Crud,
): Promise<Read> {
  const maxRows = mostRows(importableOf(target.resource), { dryRun, atomic })
  if (target.resource === 'registration-data') {
    const sheet = await readRows(bytes, importableOf(target.resource), { maxRows })
    const { contentId } = target
    return {
      plan: (context, clientId, toWrite) =>
        planRegistrationData(context, clientId, sheet, { mode, toWrite, contentId }),
      namesCodes: false,
      writes: false,
    }
  }
  if (target.resource === 'users' || target.resource === 'registration-codes') {
    const { resource } = target
    const sheet = await readRows(bytes, importableOf(resource), { maxRows })
    return {
      plan: (context, clientId, _toWrite, codesWait) =>
        writeRecords(context, clientId, sheet, { resource, mode, codesWait, resources, crud }),
      namesCodes: resource === 'registration-codes',
      writes: true,
    }
  }
  const sheet = await readRows(bytes, importableOf(target.resource), { maxRows, twins })
  const siteType = siteTypeOf(target.resource)
  return {
    plan: (context, clientId, toWrite) => planSites(context, clientId, sheet, { mode, toWrite, siteType }),
    namesCodes: sheet.good.some(({ draft }) => draft.registrationCodes.length > 0),
    writes: false,
  }
}

/**
 * Returns the refusal of an upload with bad rows. Its message lists the columns with missing values, if there are any
 * (A-064).
 */
function refusal({ errors }: ImportOutcome, columns: readonly string[]): ApiError {
  const missing = missingData(
    errors.map(({ column, code }) => ({ code, columnName: column })),
    columns,
  )
  const text = missing ?? 'INVALID_ROWS'
  return new ApiError({ status: 400, code: text, fields: [{ message: text }], details: { rows: errors } })
}
