import { attachmentTypeOf, attachmentTypesOf, inMegabytes, mostBytes } from '@tocsin/core/form/attachments'
import type { Form } from '@tocsin/core/form/types'
import { MAX_FILE } from '@tocsin/core/vocabulary/files'
import type { Problem } from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import { FILES_OF_NETWORK, FILES_OF_TOKEN, takeAll, tooMany } from '../attempts/limits'
import { originOf } from '../attempts/requester'
import { withClient, withServer } from '../context/actor'
import type { Parts } from '../context/parts'
import type { Tx } from '../db/transaction'
import { invalid } from '../http/failures'
import { readMultipart } from '../http/multipart-body'
import { uploads } from '../http/upload-places'
import { imageProblem, storeSentFile } from '../records/files'
import { mediaOf, type Media } from '../records/media'
import { withoutOrigin } from '../records/media-origin'
import { askerOf, clientOf, formToAnswer, refuseOtherSurvey, senderOf, type Answering } from './results'

/** The files that one token keeps for a survey at a time, and their bytes together. What no answer names is swept after a day. */
const MOST_FILES = 100
const MOST_BYTES = 12 * MAX_FILE

/** An attachment as an answer names it. */
export type Stored = { type: string; url: string }

/**
 * Stores a file for an attachment of an answer that is not sent yet. Everything that the token decides is checked before
 * the body is read.
 */
export async function storeAttachment(
  parts: Parts,
  answering: Answering,
  surveyId: number,
  request: FastifyRequest,
): Promise<Stored> {
  refuseOtherSurvey(answering, surveyId)
  await refuseTooManyFiles(parts, askerOf(answering), request)
  const clientId = await clientOf(parts, answering, surveyId)
  const askedOf = async (tx: Tx) => ({ form: await formToAnswer(tx, answering, { id: surveyId, clientId }) })
  return storeFile(parts, request, { clientId, sender: senderOf(answering, surveyId), askedOf })
}

/** The form that a file answers, and whether its sender may be anonymous: then the file names neither place nor device (A-155). */
type Asked = { form: Form; anonymous?: boolean }

/** The place of a file: the client that it is kept for, its sender, and what it answers. */
type Kept = { clientId: number; sender: string; askedOf: (tx: Tx) => Promise<Asked> }

/** Reads the file of a request, and stores it for one of the questions that take such a file. */
export async function storeFile(
  parts: Parts,
  request: FastifyRequest,
  { clientId, sender, askedOf }: Kept,
): Promise<Stored> {
  await withClient(
    parts,
    clientId,
    async (tx) => {
      await askedOf(tx)
      await refuseFull(tx, { clientId, sender, more: 0 })
    },
    { readOnly: true },
  )
  return uploads.within(request.party, async () => {
    const { name, bytes } = await readFile(request)
    return withClient(parts, clientId, async (tx) => {
      // One token's files are counted one after the other.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`files ${clientId} ${sender}`}, 0))`.execute(tx)
      const { form, anonymous = false } = await askedOf(tx)
      const { type, media } = typeOf(form, name, bytes)
      await refuseFull(tx, { clientId, sender, more: bytes.length })
      const file = { type: media.type, bytes: anonymous ? withoutOrigin(bytes, media.type) : bytes }
      return { type, url: await storeSentFile({ tx, parts }, clientId, file, sender) }
    })
  })
}

/** Throws ApiError 429 if an asker, or their network, sends too many files. */
export async function refuseTooManyFiles(parts: Parts, asker: string, request: FastifyRequest): Promise<void> {
  const wait = await withServer(parts.database, (tx) =>
    takeAll({ parts, tx }, [
      ['files-of-token', asker, FILES_OF_TOKEN],
      ['files-of-network', originOf(request).network, FILES_OF_NETWORK],
    ]),
  )
  if (wait > 0) throw tooMany('files', wait)
}

/** Reads a form with the name of a question as `field` and a file as `file`. */
async function readFile(request: FastifyRequest): Promise<{ name: string; bytes: Uint8Array }> {
  const { values, files } = await readMultipart(request, MAX_FILE)
  const unknown = [...Object.keys(values), ...files.keys()].find((name) => name !== 'field' && name !== 'file')
  if (unknown !== undefined) throw invalid([{ field: unknown.slice(0, 100), key: 'formErrors.unknownField' }])
  const { field: name } = values
  const file = files.get('file')
  const missing = [...(typeof name === 'string' ? [] : ['field']), ...(file ? [] : ['file'])]
  if (typeof name !== 'string' || !file) throw invalid(missing.map((field) => ({ field, key: 'formErrors.required' })))
  return { name, bytes: file.bytes }
}

/** Returns the type that a question counts a file as. Throws ApiError 400 if it takes no such file. */
function typeOf(form: Form, name: string, bytes: Uint8Array): { type: string; media: Media } {
  const field = form.fields.find((one) => one.name === name)
  if (!field || (field.type !== 'attachment' && field.options?.['allowAttachments'] !== true))
    throw invalid([{ field: 'field', key: 'formErrors.notFound' }])
  const refuse = (problem: Omit<Problem, 'field'>) => invalid([{ field: 'file', ...problem }])
  if (bytes.length === 0) throw refuse({ key: 'formErrors.fileEmpty' })
  const media = mediaOf(bytes)
  const type = media && attachmentTypeOf(field, media.type)
  if (!media || type === undefined)
    throw refuse({ key: 'formErrors.fileType', values: { types: attachmentTypesOf(field).join(', ') } })
  const most = mostBytes(field, type)
  if (bytes.length > most) throw refuse({ key: 'formErrors.fileTooLarge', values: { max: inMegabytes(most) } })
  const reason = imageProblem(media)
  if (reason) throw refuse(reason)
  return { type, media }
}

/** Throws ApiError 400 if a sender has as many files, or as many bytes, as one may. */
async function refuseFull(
  tx: Tx,
  { clientId, sender, more }: { clientId: number; sender: string; more: number },
): Promise<void> {
  const { rows } = await sql<{ files: number; bytes: number }>`select count(*)::int as files,
      coalesce(sum(length(bytes)), 0)::int as bytes
    from files where client_id = ${clientId} and sender = ${sender}`.execute(tx)
  const { files, bytes } = rows[0]!
  if (files >= MOST_FILES || bytes + more > MOST_BYTES)
    throw invalid([
      { field: 'file', key: 'formErrors.sentFiles', values: { files: MOST_FILES, max: inMegabytes(MOST_BYTES) } },
    ])
}
