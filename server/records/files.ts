import { valueAt } from '@tocsin/core/base/cells'
import {
  FILE_ADDRESS,
  fileFields,
  FILES_PATH,
  MAX_FILE,
  namesOfTypes,
  type FileField,
  type MediaType,
} from '@tocsin/core/vocabulary/files'
import type { StoredType } from '@tocsin/core/vocabulary/media'
import type { Draft, Fields, Problem, Reason } from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import type { Context } from '../context/context'
import type { Received } from '../context/request'
import { invalid, refuseProblems } from '../http/failures'
import { iso } from '../time'
import { mediaOf, type Media } from './media'

/** The pixels of an image, at most: four bytes each are held by the browser or the phone that shows it (T86). */
const MAX_PIXELS = 40_000_000

/** The bytes whose Base64, in letters that an address may have, is 32 characters long. */
const NAME_BYTES = 24

const newName = (parts: Context['parts']) => Buffer.from(parts.random(NAME_BYTES)).toString('base64url')

/** A file that is stored with the record that it came with. */
type NewFile = { name: string; type: StoredType; bytes: Uint8Array }

/**
 * Returns a draft that has the addresses of the received files in place of those given, and the files to be stored with
 * the record. Throws ApiError 400 if one is not what its field takes. `whole` is the record as far as it is known.
 */
export function withAddresses(
  { parts }: Pick<Context, 'parts'>,
  fields: Fields,
  draft: Draft,
  received: Received,
  whole: Draft = draft,
): { draft: Draft; files: readonly NewFile[] } {
  if (received.size === 0) return { draft, files: [] }
  const taken = fileFields(fields, whole)
  const files: NewFile[] = []
  const problems: Problem[] = []
  let addressed = draft
  for (const [as, bytes] of received) {
    const field = taken.find(({ upload }) => upload.as === as)
    const media = mediaOf(bytes)
    const problem = field ? problemOf(field, bytes, media) : { field: as, key: 'formErrors.notApplicable' }
    if (problem) problems.push(problem)
    if (!field || !media) continue
    const name = newName(parts)
    files.push({ name, type: media.type, bytes })
    addressed = withText(addressed, field.path.split('.'), FILES_PATH + name)
  }
  refuseProblems(problems)
  return { draft: addressed, files }
}

const wrongType = ({ path, upload }: FileField): Problem => ({
  field: path,
  key: 'formErrors.fileType',
  values: { types: namesOfTypes(upload.types) },
})

function problemOf(field: FileField, bytes: Uint8Array, media: Media | undefined): Problem | null {
  const { path, upload } = field
  if (bytes.length === 0) return { field: path, key: 'formErrors.fileEmpty' }
  if (!media || !isOneOf(upload.types, media.type)) return wrongType(field)
  const reason = imageProblem(media)
  return reason && { field: path, ...reason }
}

const isOneOf = (types: readonly MediaType[], type: StoredType): boolean =>
  (types as readonly StoredType[]).includes(type)

/** Returns the reason that an image is not stored; null for one that is, and for any other file. */
export function imageProblem({ pixels }: Media): Reason | null {
  if (pixels === null) return { key: 'formErrors.imageBroken' }
  return (pixels ?? 0) > MAX_PIXELS ? { key: 'formErrors.imageTooLarge', values: { max: MAX_PIXELS / 1e6 } } : null
}

/** Returns a context that knows the files that come with a record. */
export const withSent = (context: Context, files: readonly NewFile[]): Context =>
  files.length === 0 ? context : { ...context, sentFiles: new Set(files.map(({ name }) => FILES_PATH + name)) }

/** Returns a draft with a text at a path. What stands in the way and is no record stays, and the check refuses it. */
function withText(draft: Draft, [name = '', ...rest]: readonly string[], text: string): Draft {
  if (rest.length === 0) return { ...draft, [name]: text }
  const inner = draft[name] ?? {}
  if (typeof inner !== 'object' || Array.isArray(inner)) return draft
  return { ...draft, [name]: withText(inner as Draft, rest, text) }
}

/** Stores files in the transaction of the record that they belong to: without the record, none is kept. */
export async function storeFiles(
  { tx, parts }: Pick<Context, 'tx' | 'parts'>,
  clientId: number | null,
  files: readonly NewFile[],
): Promise<void> {
  for (const file of files) await storeFile({ tx, parts }, clientId, file, null)
}

/**
 * Stores a file that came from outside before the answer that names it, and returns its address. It is private
 * (`signedAddress`), and no answer of another sender may name it.
 */
export async function storeSentFile(
  { tx, parts }: Pick<Context, 'tx' | 'parts'>,
  clientId: number,
  file: Omit<NewFile, 'name'>,
  sender: string,
): Promise<string> {
  const name = newName(parts)
  await storeFile({ tx, parts }, clientId, { ...file, name }, sender)
  return FILES_PATH + name
}

async function storeFile(
  { tx, parts }: Pick<Context, 'tx' | 'parts'>,
  clientId: number | null,
  { name, type, bytes }: NewFile,
  sender: string | null,
): Promise<void> {
  await sql`insert into files (client_id, name, type, bytes, created_at, sender)
    values (${clientId}, ${name}, ${type}, ${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)},
      ${iso(parts.now())}, ${sender})`.execute(tx)
}

type StoredFile = { address: string; type: StoredType }

/** The bytes of files that one write copies, at most. */
const MAX_COPIED = 4 * MAX_FILE

/**
 * Copies files for a client that has no copy of them yet, and returns the addresses of the copies by those of the originals.
 * An address is the key to its file (A-149), also to one of another client; one that nothing is stored under has no copy.
 * Throws ApiError 400, at `field`, if the files are too large together.
 */
async function copyFiles(
  { tx, parts }: Pick<Context, 'tx' | 'parts'>,
  addresses: Iterable<string>,
  { clientId, field }: { clientId: number | null; field: string },
): Promise<ReadonlyMap<string, StoredFile>> {
  const copies = new Map<string, StoredFile>()
  let size = 0
  for (const address of new Set(addresses)) {
    const original = address.slice(FILES_PATH.length)
    const { rows } = await sql<{ name: string; type: StoredType; size: number }>`insert into files
        (client_id, name, type, bytes, created_at, copied_from)
      select ${clientId}::int, ${newName(parts)}, f.type, f.bytes, ${iso(parts.now())}, ${original}
        from tocsin_file(${original}) f
      on conflict (client_id, copied_from) where copied_from is not null do update set unused_since = null
      returning name, type, length(bytes) as size`.execute(tx)
    const [copy] = rows
    if (!copy) continue
    size += copy.size
    if (size > MAX_COPIED)
      throw invalid([{ field, key: 'formErrors.filesTooLarge', values: { max: MAX_COPIED / 2 ** 20 } }])
    copies.set(address, { address: FILES_PATH + copy.name, type: copy.type })
  }
  return copies
}

/** Returns the addresses of stored files in the fields of a record that take one. */
const addressesIn = (fields: Fields, record: Draft): string[] =>
  fileFields(fields, record).flatMap(({ path }) => {
    const value = valueAt(record, path)
    return typeof value === 'string' && FILE_ADDRESS.test(value) ? [value] : []
  })

/** Returns a record with other addresses of files. */
const readdressed = (fields: Fields, record: Draft, files: ReadonlyMap<string, StoredFile>): Draft =>
  fileFields(fields, record).reduce((named, { path }) => {
    const file = files.get(valueAt(record, path) as string)
    return file === undefined ? named : withText(named, path.split('.'), file.address)
  }, record)

/** Returns records that name copies of their files, which belong to a client. Throws as `copyFiles` does. */
export async function withCopiedFiles(
  context: Pick<Context, 'tx' | 'parts'>,
  records: readonly { fields: Fields; record: Draft }[],
  whose: { clientId: number; field: string },
): Promise<Draft[]> {
  const named = records.flatMap(({ fields, record }) => addressesIn(fields, record))
  const copies = await copyFiles(context, named, whose)
  return records.map(({ fields, record }) => readdressed(fields, record, copies))
}

/**
 * Returns a record of a client that names files of that client alone: what it names of another client is copied, as when a
 * channel is pasted (A-137). Throws ApiError 400 if a file is of another type than its field takes, or if nothing is stored
 * under an address that is neither that of a file sent with the record nor one that the record had before.
 */
export async function withOwnFiles(
  context: Pick<Context, 'tx' | 'parts' | 'sentFiles'>,
  fields: Fields,
  record: Draft,
  { clientId, before }: { clientId: number | null; before: Draft | null },
): Promise<Draft> {
  const addresses = addressesIn(fields, record)
  if (addresses.length === 0) return record
  const taken = fileFields(fields, record)
  const { rows } = await sql<StoredFile>`select ${FILES_PATH} || name as address, type from files
    where client_id = ${clientId} and sender is null and ${FILES_PATH} || name = any (${addresses}::text[])`.execute(
    context.tx,
  )
  const own = new Map(rows.map((file) => [file.address, file]))
  const foreign = addresses.filter((address) => !own.has(address))
  const copies = await copyFiles(context, foreign, { clientId, field: taken[0]!.path })
  const coming = new Set([...(context.sentFiles ?? []), ...addressesIn(fields, before ?? {})])
  refuseProblems(
    taken.flatMap((field): Problem[] => {
      const address = valueAt(record, field.path)
      if (typeof address !== 'string' || !addresses.includes(address)) return []
      const type = (own.get(address) ?? copies.get(address))?.type
      if (type === undefined) return coming.has(address) ? [] : [{ field: field.path, key: 'formErrors.noFile' }]
      return isOneOf(field.upload.types, type) ? [] : [wrongType(field)]
    }),
  )
  return readdressed(fields, record, copies)
}

/** The time for which a file is kept after nothing names it any more, in ms: the change may be undone meanwhile. */
const KEPT = 24 * 3_600_000

/**
 * Deletes the files that no record of their client has named for a day, and with them their addresses (T85). Versions of
 * apps and templates name the files that they were made with, and answers their attachments. A file is marked when it is
 * first seen without a record, and an answer that takes it meanwhile takes the mark off.
 */
export async function sweepFiles({ tx, parts }: Pick<Context, 'tx' | 'parts'>): Promise<void> {
  const now = iso(parts.now())
  const hasFiles = sql`client_id in (select client_id from files)`
  const named = sql`select distinct t.client_id, (regexp_matches(t.said, ${`${FILES_PATH}([A-Za-z0-9_-]{32})`}, 'g'))[1] as name
    from (
      select client_id, config::text as said from apps where ${hasFiles}
      union all select client_id, config::text from channels where ${hasFiles}
      union all select client_id, concat(config, channels, replaced) from app_versions where ${hasFiles}
      union all select client_id, concat(config, channels) from templates where ${hasFiles}
      union all select client_id, answers::text from maps where ${hasFiles}
      union all select client_id, data::text from survey_results where ${hasFiles}
      union all select client_id, attachments::text from alerts where ${hasFiles}
    ) t`
  await sql`with named as (${named}), seen as (
      select f.client_id, f.name, n.name is null as unused, f.unused_since
      from files f left join named n on n.client_id = f.client_id and n.name = f.name
    ), marked as (
      update files f set unused_since = case when s.unused then ${now}::timestamptz end from seen s
      where s.client_id = f.client_id and s.name = f.name and s.unused = (f.unused_since is null)
    )
    delete from files f using seen s where s.client_id = f.client_id and s.name = f.name
      and s.unused and f.unused_since <= ${iso(parts.now() - KEPT)}`.execute(tx)
}
