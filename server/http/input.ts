import { ApiError } from '@tocsin/core/base/errors'
import { FORBIDDEN_KEYS } from '@tocsin/core/base/forbidden-keys'
import { declaredSpelling } from '@tocsin/core/base/naming'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { badParameter } from './failures'

const DEEPEST = 40

/** Reads JSON. No key of the value reaches a prototype (T59). Throws ApiError 400. */
export function readJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ApiError({ status: 400, code: 'INVALID_JSON' })
  }
  guard(value, 0)
  return value
}

function guard(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth >= DEEPEST) throw new ApiError({ status: 400, code: 'INVALID_JSON' })
  if (Array.isArray(value)) {
    for (const item of value) guard(item, depth + 1)
    return
  }
  // Object.entries would be too slow: a body may have a hundred thousand keys, and a pair for each takes longer than
  // all else here.
  for (const key of Object.keys(value)) {
    refuseKey(key)
    guard((value as Draft)[key], depth + 1)
  }
}

export function refuseKey(key: string): void {
  if (key.includes('.') ? key.split('.').some((part) => FORBIDDEN_KEYS.has(part)) : FORBIDDEN_KEYS.has(key))
    throw new ApiError({ status: 400, code: 'FORBIDDEN_KEY', details: { key: key.slice(0, 100) } })
}

/** Returns a request's body as a record; an absent one is empty. */
export function recordOf(body: unknown): Draft {
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw new ApiError({ status: 400, code: 'INVALID_JSON' })
  return body as Draft
}

/** Returns the value of the parameter `dryRun`; an absent one is false. Throws ApiError 400 for one that is no switch. */
export const dryRunOf = (value: unknown): boolean => switchOf('dryRun', value)

/** Reads a parameter that is on or off; off if it is absent. Throws ApiError 400 for any other value. */
export function switchOf(name: string, value: unknown = false): boolean {
  const text = String(value)
  if (text !== '0' && text !== '1' && text !== 'true' && text !== 'false') throw badParameter(name)
  return text === '1' || text === 'true'
}

/**
 * Returns the record with its references in their declared spelling. Throws ApiError 400 for two values in two
 * spellings.
 */
export function foldSpelling(record: Draft, declared: { has: (name: string) => boolean }): Draft {
  const folded: Draft = {}
  for (const [key, value] of Object.entries(record)) {
    refuseKey(key)
    const name = declaredSpelling(key, declared)
    if (Object.hasOwn(folded, name) && folded[name] !== value)
      throw new ApiError({ status: 400, code: 'CONFLICTING_VALUES', details: { key: name } })
    folded[name] = value
  }
  return folded
}
