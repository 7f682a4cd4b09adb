import type { FormField } from '../../form/types'
import type { Bookkeeping } from '../../vocabulary/resource'

/** A channel as the surveys that it opens name it. */
export type SurveyChannel = { id: number; name: string; appName: string }

/** Questions that people answer on their phones or by a link. */
export type Survey = Bookkeeping & {
  name: string
  ClientId: number
  /** A survey that is not active takes no answers. */
  active: boolean
  /** True since the first answer: the questions are fixed. */
  locked: boolean
  /** The channels of the kind survey that open it. */
  Channels: SurveyChannel[]
  /** The questions: a form whose page breaks begin pages. */
  config: { title?: string | null; fields: FormField[] }
  deletedAt: string | null
}
