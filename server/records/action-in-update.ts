import { same } from '@tocsin/core/base/same'
import { isEmpty } from '@tocsin/core/vocabulary/empty'
import type { Draft, Resource } from '@tocsin/core/vocabulary/resource'
import { check } from '@tocsin/core/vocabulary/validate'
import type { Row } from '../context/context'
import { refuseProblems } from '../http/failures'

/**
 * Returns the action that an update stands for (`setsInUpdate`), with its input, and the rest of the update; null if it
 * stands for none. A value that is sent back unchanged stands for nothing. Throws ApiError 400 for a value that is no date.
 */
export function actionInUpdate(
  { actions, fields }: Resource,
  row: Row,
  given: Draft,
): { action: string; input: Draft; rest: Draft } | null {
  for (const [action, { setsInUpdate: set, input: asked = {} }] of Object.entries(actions)) {
    const field = fields[set ?? '']
    if (set === undefined || !field || isEmpty(given[set]) || same(given[set], row[set] ?? null)) continue
    refuseProblems(check({ [set]: { type: field.type } }, { [set]: given[set] }))
    const isInput = (name: string) => Object.hasOwn(asked, name)
    const part = (isPart: (name: string) => boolean) =>
      Object.fromEntries(Object.entries(given).filter(([name]) => isPart(name)))
    return { action, input: part(isInput), rest: part((name) => name !== set && !isInput(name)) }
  }
  return null
}
