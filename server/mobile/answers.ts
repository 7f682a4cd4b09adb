import { attachmentTypeOf, mostBytes } from '@tocsin/core/form/attachments'
import type { Form, FormField } from '@tocsin/core/form/types'
import { filesOf, type AnswerProblem } from '@tocsin/core/form/validate'
import { FILE_ADDRESS, FILES_PATH } from '@tocsin/core/vocabulary/files'
import { isRecord } from '@tocsin/core/vocabulary/kind-reasons'
import type { Draft, Problem } from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import type { Tx } from '../db/transaction'

/** Returns a form as it is stored, where an empty part is absent, with its fields. */
export const wholeForm = (stored: Partial<Form> | null): Form => ({ fields: [], ...stored })

/**
 * Returns the problems of answers as problems of a request, at `data.<name>`. The sentence that the author of the form
 * wrote goes with the values.
 */
export const problemsOf = (path: string, problems: readonly AnswerProblem[]): Problem[] =>
  problems.map(({ field, key, values, said }) => ({
    field: `${path}.${field}`,
    key,
    ...(values || said ? { values: { ...values, ...(said ? { said } : {}) } } : {}),
  }))

/** An attachment that an answer names, with the field that takes it. */
export type Attached = { name: string; field: FormField | undefined; type: unknown; url: string }

/** Returns the attachments that some answers name, with the fields that took them. */
function attachedTo({ fields }: Form, answers: Draft): Attached[] {
  const byName = new Map(fields.map((field) => [filesOf(field), field]))
  return Object.entries(answers).flatMap(([name, answer]) =>
    (Array.isArray(answer) ? answer : []).flatMap((one) =>
      isRecord(one) ? [{ name, field: byName.get(name), type: one['type'], url: String(one['url']) }] : [],
    ),
  )
}

/**
 * Takes the attachments of answers, which the sweep then leaves alone. Returns the problems of those that are no stored files
 * of the client, were not sent by this sender, or are of another type or size than their field takes.
 */
export async function takeAttachments(
  tx: Tx,
  { clientId, sender, form, path }: { clientId: number; sender: string; form: Form; path: string },
  answers: Draft,
): Promise<Problem[]> {
  const attached = attachedTo(form, answers)
  const taken = await takeFiles(tx, { clientId, sender }, attached)
  const strange = new Set(attached.flatMap((one) => (taken.has(one) ? [] : [one.name])))
  return Array.from(strange, (name) => ({ field: `${path}.${name}`, key: 'formErrors.noFile' }))
}

/** A stored file that an answer has taken: its media type, and its bytes. */
export type TakenFile = { type: string; size: number }

/**
 * Takes the files that attachments name, and returns those that fit: stored files of the client, sent by this sender, of a
 * type and size that their field takes, each attached once. With `newSender` no other answer can name them any more.
 */
export async function takeFiles(
  tx: Tx,
  { clientId, sender, newSender }: { clientId: number; sender: string; newSender?: string },
  attached: readonly Attached[],
): Promise<ReadonlyMap<Attached, TakenFile>> {
  const fitting = new Map<Attached, TakenFile>()
  if (attached.length === 0) return fitting
  const names = attached.flatMap(({ url }) => (FILE_ADDRESS.test(url) ? [url.slice(FILES_PATH.length)] : []))
  const given = newSender === undefined ? sql`` : sql`, sender = ${newSender}`
  const { rows } = await sql<{ name: string } & TakenFile>`update files set unused_since = null ${given}
    where client_id = ${clientId} and sender = ${sender} and name = any (${names}::text[])
    returning name, type, length(bytes) as size`.execute(tx)
  const stored = new Map(rows.map((file) => [FILES_PATH + file.name, file]))
  // A file is attached once.
  const seen = new Set<string>()
  for (const one of attached) {
    const file = stored.get(one.url)
    if (!file || seen.has(one.url)) continue
    seen.add(one.url)
    if (fits(one, file)) fitting.set(one, { type: file.type, size: file.size })
  }
  return fitting
}

const fits = ({ field, type }: Attached, file: TakenFile): boolean =>
  field !== undefined &&
  typeof type === 'string' &&
  attachmentTypeOf(field, file.type) === type &&
  file.size <= mostBytes(field, type)
