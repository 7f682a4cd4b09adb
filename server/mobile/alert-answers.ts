import { attachmentTypesOf } from '@tocsin/core/form/attachments'
import { answerText, type Ticks } from '@tocsin/core/form/answer-text'
import type { Answers } from '@tocsin/core/form/query'
import type { Form, FormField } from '@tocsin/core/form/types'
import { commentOf, filesOf, validate } from '@tocsin/core/form/validate'
import type { AlertAttachment, DataViewRow } from '@tocsin/core/resources/alerts/types'
import { isEmpty } from '@tocsin/core/vocabulary/empty'
import { isRecord } from '@tocsin/core/vocabulary/kind-reasons'
import type { Draft, Problem } from '@tocsin/core/vocabulary/resource'
import type { Tx } from '../db/transaction'
import { refuseProblems } from '../http/failures'
import type { KeptAttachment } from '../resources/alerts/attachments'
import { problemsOf, takeFiles, type Attached } from './answers'

/** The answers of an alert as it stores them, and what was left out of them. */
type Read = { dataView: DataViewRow[]; attachments: KeptAttachment[]; leftOut: Problem[] }

/** The place of the answers in the request. */
const PATH = 'data'
/** The sender of a file that belongs to an alert: no other alert can name it, and nobody can tell who sent it. */
const TAKEN = 'alert'

type Reading = {
  clientId: number
  sender: string
  form: Form
  ticks: Ticks
  now: string
  newId: () => string
}

/**
 * Reads the answers of an alert. Throws ApiError 400 for a wrong answer. No attachment stands in the way of an alert: one
 * that is missing, broken or too many is left out, and named in `leftOut`.
 */
export async function readAnswers(tx: Tx, reading: Reading, given: Draft): Promise<Read> {
  const { clientId, sender, form } = reading
  const named = form.fields.flatMap((field) => attachedTo(field, given))
  const most = new Map(form.fields.map((field) => [field, mostOf(field)]))
  const within = named.filter(({ field }) => {
    const left = most.get(field) ?? 0
    most.set(field, left - 1)
    return left > 0
  })
  const taken = await takeFiles(tx, { clientId, sender, newSender: TAKEN }, within)
  const kept = within.filter((one) => taken.has(one))
  const cleaned: Record<string, unknown> = { ...given }
  for (const field of form.fields) {
    const files = kept.filter((one) => one.field === field)
    if (Object.hasOwn(given, filesOf(field))) cleaned[filesOf(field)] = files.map(({ type, url }) => ({ type, url }))
  }
  const { answers, problems } = validate(form, cleaned)
  const ofFiles = new Set(form.fields.filter(takesFiles).map(filesOf))
  refuseProblems(
    problemsOf(
      PATH,
      problems.filter(({ field }) => !ofFiles.has(field)),
    ),
  )
  const lost = new Set(named.filter((one) => !taken.has(one)).map(({ name }) => name))
  return {
    dataView: form.fields.flatMap((field) => rowOf(field, answers, reading.ticks)),
    // A field that is hidden has no answer and no attachments.
    attachments: kept
      .filter(({ name }) => Object.hasOwn(answers, name))
      .map((one) => {
        const { type, size } = taken.get(one)!
        const kind = one.type as AlertAttachment['kind']
        return {
          uuid: reading.newId(),
          kind,
          name: titleOf(one.field),
          type,
          url: one.url,
          size,
          updatedAt: reading.now,
        }
      }),
    leftOut: [
      ...Array.from(lost, (name) => ({ field: `${PATH}.${name}`, key: 'formErrors.noFile' })),
      ...problemsOf(
        PATH,
        problems.filter(({ field }) => ofFiles.has(field) && !lost.has(field)),
      ),
    ],
  }
}

const takesFiles = ({ type, options }: FormField): boolean =>
  type === 'attachment' || options?.['allowAttachments'] === true

/** Returns how many attachments a field takes. */
const mostOf = ({ options }: FormField): number => {
  const most = options?.['attachmentQty']
  return typeof most === 'number' ? most : Infinity
}

type Named = Attached & { field: FormField }

/** Returns the attachments that the answers name for a field. What has no address is none. */
function attachedTo(field: FormField, given: Draft): Named[] {
  const name = filesOf(field)
  const list = given[name]
  if (!takesFiles(field) || !Array.isArray(list)) return []
  const types = attachmentTypesOf(field)
  return list.map((one: unknown) => {
    const { type, url } = isRecord(one) ? one : {}
    return { name, field, type: types.find((known) => known === type), url: typeof url === 'string' ? url : '' }
  })
}

const titleOf = ({ name, title }: FormField): string => (isEmpty(title) ? name : title!)

/** Returns the row of an answer as people read it (ENT-ALERT-02); none for a question without an answer. */
function rowOf(field: FormField, answers: Answers, ticks: Ticks): DataViewRow[] {
  const { name, type } = field
  const [answer, files, comment] = [answers[name], answers[filesOf(field)], answers[commentOf(name)]]
  if ([answer, files, comment].every((one) => one === undefined)) return []
  return [
    {
      name,
      title: titleOf(field),
      value: type === 'attachment' ? '' : answerText(field, answer, ticks),
      attachments: Array.isArray(files) ? files.length : 0,
      comments: typeof comment === 'string' ? comment : null,
    },
  ]
}
