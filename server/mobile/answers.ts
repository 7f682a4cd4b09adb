import type { Form } from '@tocsin/core/form/types'
import type { AnswerProblem } from '@tocsin/core/form/validate'
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

/** Returns the problems of attachments that are no stored files of the client. */
export async function strangeFiles(tx: Tx, clientId: number, path: string, answers: Draft): Promise<Problem[]> {
  const attached = Object.entries(answers).flatMap(([name, answer]) =>
    (Array.isArray(answer) ? answer : []).flatMap((one) => (isRecord(one) ? [{ name, url: String(one['url']) }] : [])),
  )
  const names = attached.flatMap(({ url }) => (FILE_ADDRESS.test(url) ? [url.slice(FILES_PATH.length)] : []))
  if (attached.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from files
    where client_id = ${clientId} and name = any (${names}::text[])`.execute(tx)
  const own = new Set(rows.map(({ name }) => FILES_PATH + name))
  const strange = new Set(attached.flatMap(({ name, url }) => (own.has(url) ? [] : [name])))
  return Array.from(strange, (name) => ({ field: `${path}.${name}`, key: 'formErrors.noFile' }))
}
