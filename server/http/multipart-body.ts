import { createHash } from 'node:crypto'
import type { Multipart, MultipartFile, MultipartValue } from '@fastify/multipart'
import { ApiError } from '@tocsin/core/base/errors'
import { flatten } from '@tocsin/core/api/multipart'
import { MAX_FILE, partNames, type FileField } from '@tocsin/core/vocabulary/files'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import type { FastifyRequest } from 'fastify'
import type { Received } from '../context/request'
import { badParameter, invalid } from './failures'
import { readJson, recordOf, refuseKey } from './input'
import { FORM_LIMITS, RECORD_FORM_LIMITS } from './limits'

/** The bytes of a form besides its file: its texts, and for its boundaries as much as for one long text. */
const TEXTS_SIZE = FORM_LIMITS.parts * FORM_LIMITS.fieldSize

/** The bytes of a text, except of those in LONG_WORDS. */
const WORD = 1024
const LONG_WORDS = new Set(['_json', 'twins'])

export type MultipartBody = { values: Draft; files: Map<string, { name: string; bytes: Uint8Array }> }

/**
 * Reads a multipart request as values and files (API-13, A-014). `_json` is the payload; the flattened keys beside it
 * must have the same values (T60). The plugin enforces the limits. A key that reaches a prototype is refused first.
 */
export async function readMultipart(
  request: FastifyRequest,
  fileSize: number = FORM_LIMITS.fileSize,
): Promise<MultipartBody> {
  if (!request.isMultipart()) throw new ApiError({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
  const most = fileSize + TEXTS_SIZE
  if (Number(request.headers['content-length']) > most) throw tooLarge(most)
  const texts = new Map<string, string>()
  const files: MultipartBody['files'] = new Map()
  await readParts(request, { ...FORM_LIMITS, fileSize }, async (part) => {
    if (part.type === 'file') {
      files.set(part.fieldname, { name: part.filename, bytes: await bytesOf(part, tooLarge(fileSize)) })
      return
    }
    const text = textOf(part)
    const max = LONG_WORDS.has(part.fieldname) ? FORM_LIMITS.fieldSize : WORD
    if (part.valueTruncated || Buffer.byteLength(text) > max) throw tooLarge(max, part.fieldname)
    texts.set(part.fieldname, text)
  })
  const json = texts.get('_json')
  texts.delete('_json')
  if (json === undefined) return { values: Object.fromEntries(texts), files }
  const values = recordOf(readJson(json))
  const flat = new Map(flatten(values))
  for (const [key, text] of texts) if (flat.get(key) !== text) throw conflict(key)
  return { values, files }
}

type RecordForm = {
  record: Draft
  /** The text that tells this form from any other: that of `_json`, and a digest of each file. */
  print: string
  received: Received
}

/**
 * Reads a record from multipart (API-13, A-014): the value of `_json`, and the file of one of these fields. The flattened
 * keys beside it, which repeat the value for other readers, are ignored. Any other file is refused as an unknown field.
 */
export async function readMultipartRecord(request: FastifyRequest, files: readonly FileField[]): Promise<RecordForm> {
  const { bodyLimit: fieldSize } = request.routeOptions
  // The record once as `_json`, and once more by its flattened keys.
  const recordSize = 2 * fieldSize
  const most = files.length > 0 ? recordSize + MAX_FILE : recordSize
  if (Number(request.headers['content-length']) > most) throw files[0] ? fileTooLarge(files[0]) : tooLarge(recordSize)
  const received = new Map<string, Uint8Array>()
  let digests = ''
  let json: string | undefined
  let size = 0
  await readParts(request, { ...RECORD_FORM_LIMITS, fieldSize }, async (part) => {
    if (part.type === 'file') {
      const field = files.find((one) => partNames(one).includes(part.fieldname))
      if (!field) throw invalid([{ field: part.fieldname.slice(0, 100), key: 'formErrors.unknownField' }])
      const bytes = await bytesOf(part, fileTooLarge(field))
      received.set(field.upload.as, bytes)
      digests += `\n${field.upload.as} ${createHash('sha256').update(bytes).digest('hex')}`
      return
    }
    const text = textOf(part)
    size += Buffer.byteLength(text)
    if (part.valueTruncated || size > recordSize) throw tooLarge(recordSize)
    if (part.fieldname === '_json') json = text
  })
  if (json === undefined) throw badParameter('_json')
  return { record: recordOf(readJson(json)), print: json + digests, received }
}

/** Reads every part of a form in its order, each name once. */
async function readParts(
  request: FastifyRequest,
  limits: typeof FORM_LIMITS,
  take: (part: Multipart) => Promise<void>,
): Promise<void> {
  const seen = new Set<string>()
  try {
    for await (const part of request.parts({ limits })) {
      refuseKey(part.fieldname)
      if (seen.has(part.fieldname)) throw conflict(part.fieldname)
      seen.add(part.fieldname)
      await take(part)
    }
  } catch (error) {
    if ((error as { code?: unknown }).code === 'FST_INVALID_JSON_FIELD_ERROR')
      throw new ApiError({ status: 400, code: 'INVALID_JSON' })
    // An error of busboy comes from the bytes of the body: it is the sender's mistake, not the server's.
    if (error instanceof ApiError || typeof (error as { statusCode?: unknown }).statusCode === 'number') throw error
    throw new ApiError({ status: 400, code: 'BAD_REQUEST' })
  }
}

/** Returns a part's text. A part of the type JSON has been parsed already. */
const textOf = ({ value }: MultipartValue): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Reads a file's bytes. It stops at the limit, since the end of a file that is too large may never come (T57). */
async function bytesOf({ file }: MultipartFile, refusal: ApiError): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  file.once('limit', () => file.destroy(refusal))
  for await (const chunk of file) chunks.push(chunk as Uint8Array)
  if (file.truncated) throw refusal
  return Buffer.concat(chunks)
}

const tooLarge = (max: number, key?: string) =>
  new ApiError({
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    details: { max, ...(key === undefined ? {} : { key: key.slice(0, 100) }) },
  })
/** Returns the refusal of a file that is too large, in words at its field. */
const fileTooLarge = ({ path }: FileField) =>
  new ApiError({
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    fields: [{ field: path, message: 'formErrors.fileTooLarge', values: { max: MAX_FILE / 2 ** 20 } }],
    details: { max: MAX_FILE },
  })
const conflict = (key: string) =>
  new ApiError({ status: 400, code: 'CONFLICTING_VALUES', details: { key: key.slice(0, 100) } })
