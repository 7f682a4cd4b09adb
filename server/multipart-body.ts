import { ApiError } from '@tocsin/core/errors'
import { flatten } from '@tocsin/core/multipart'
import type { Draft } from '@tocsin/core/resource'
import type { FastifyRequest } from 'fastify'
import { readJson, recordOf, refuseKey } from './input'

export type MultipartBody = { values: Draft; files: Map<string, { name: string; bytes: Uint8Array }> }

/**
 * A multipart request as values and files (API-13, A-014): `_json` is the payload, the flattened keys beside it must say
 * the same (T60). Bounds are the plugin's; a key that reaches a prototype is refused before anything is built from it.
 */
export async function readMultipart(request: FastifyRequest): Promise<MultipartBody> {
  if (!request.isMultipart()) throw new ApiError({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
  const texts = new Map<string, string>()
  const files: MultipartBody['files'] = new Map()
  try {
    for await (const part of request.parts()) {
      refuseKey(part.fieldname)
      if (texts.has(part.fieldname) || files.has(part.fieldname)) throw conflict(part.fieldname)
      if (part.type === 'file') files.set(part.fieldname, { name: part.filename, bytes: await part.toBuffer() })
      else texts.set(part.fieldname, String(part.value))
    }
  } catch (error) {
    // What busboy says of a broken body is about its bytes: the caller's mistake, not the server's.
    if (error instanceof ApiError || typeof (error as { statusCode?: unknown }).statusCode === 'number') throw error
    throw new ApiError({ status: 400, code: 'BAD_REQUEST' })
  }
  const json = texts.get('_json')
  texts.delete('_json')
  if (json === undefined) return { values: Object.fromEntries(texts), files }
  const values = recordOf(readJson(json))
  const flat = new Map(flatten(values))
  for (const [key, text] of texts) if (flat.get(key) !== text) throw conflict(key)
  return { values, files }
}

const conflict = (key: string) =>
  new ApiError({ status: 400, code: 'CONFLICTING_VALUES', details: { key: key.slice(0, 100) } })
