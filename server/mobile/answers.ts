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

type Attached = { name: string; field: FormField | undefined; type: unknown; url: string }

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
  if (attached.length === 0) return []
  const names = attached.flatMap(({ url }) => (FILE_ADDRESS.test(url) ? [url.slice(FILES_PATH.length)] : []))
  const { rows } = await sql<{ name: string; type: string; size: number }>`update files set unused_since = null
    where client_id = ${clientId} and sender = ${sender} and name = any (${names}::text[])
    returning name, type, length(bytes) as size`.execute(tx)
  const stored = new Map(rows.map((file) => [FILES_PATH + file.name, file]))
  const fits = ({ field, type, url }: Attached): boolean => {
    const file = stored.get(url)
    if (!file || !field || typeof type !== 'string') return false
    return attachmentTypeOf(field, file.type) === type && file.size <= mostBytes(field, type)
  }
  // A file is attached once.
  const first = new Map(attached.toReversed().map((one) => [one.url, one]))
  const strange = new Set(attached.flatMap((one) => (fits(one) && first.get(one.url) === one ? [] : [one.name])))
  return Array.from(strange, (name) => ({ field: `${path}.${name}`, key: 'formErrors.noFile' }))
}
