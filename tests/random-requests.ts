import { filterFields } from '@tocsin/core/vocabulary/filters'
import { kebab } from '@tocsin/core/base/naming'
import { fieldsOf } from '@tocsin/core/vocabulary/fields-of'
import { clientOf, pathOf, type Draft, type Field, type Fields, type Resource } from '@tocsin/core/vocabulary/resource'
import fc from 'fast-check'
import { ACME } from '../fixtures/clients'
import { draftLike, fixtureRows } from './fixture-rows'

/** The askers: one of every kind, and nobody. */
export const ROLES = [
  'root',
  'client-manager',
  'acme-admin',
  'acme-site-manager',
  'borealis-admin',
  'guest',
  'monitor-admin',
  null,
]

/** The statuses that a caller may be told (server.md, A-006); never that something went wrong inside. */
export const FORESEEN = new Set([200, 201, 400, 401, 403, 404, 405, 409, 413, 415, 422])

/** Text that has broken something somewhere. */
const nasty = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\ufeff',
  '\u202e',
  '%',
  '_',
  '\\',
  "'",
  '"',
  '`',
  '$1',
  ';--',
  '{}',
  '[]',
  'null',
  'NaN',
  '-0',
  '1e999',
  "' or 1=1 --",
  '1; drop table sites',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00',
  '%2e%2e',
  '=cmd()',
  'x'.repeat(256),
  'é'.repeat(10_001),
  '𝄞',
  'İ',
  'ß',
  'ﬁ',
  '０',
  '2026-02-30',
  '2026-13-01T00:00:00Z',
  '+551199999',
  'a@b',
  '#12',
  '__proto__',
)
const numbers = fc.constantFrom(
  0,
  -0,
  -1,
  1,
  0.1,
  1e-320,
  1e308,
  2 ** 31,
  2 ** 31 - 1,
  -(2 ** 31) - 1,
  2 ** 53,
  9e15,
  2.5,
  1e30,
  -(2 ** 31),
  2 ** 53 + 2,
  90.0001,
  181,
)
/** A value that JSON can state and no program can make a text of. */
export const UNPRINTABLE = { toString: null, valueOf: null }
const anything = fc.oneof(
  nasty,
  numbers,
  fc.boolean(),
  fc.constantFrom(null, UNPRINTABLE, [UNPRINTABLE]),
  fc.string(),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Returns a value of a field's kind, valid as far as the kind tells. */
function good(field: Field): fc.Arbitrary<unknown> {
  switch (field.type) {
    case 'number':
      return fc.oneof(fc.integer({ min: -90, max: 90 }), fc.double({ min: 0, max: 90, noNaN: true }))
    case 'integer':
      return fc.integer({ min: 0, max: 1_000 })
    case 'boolean':
      return fc.boolean()
    case 'choice':
      return fc.constantFrom(...(field.choices ?? ['x']))
    case 'ref':
      return fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(10_001), fc.constant(null))
    case 'refs':
      return fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 3 })
    case 'email':
      return fc.constant('a@b.co')
    case 'phone':
      return fc.constant('+5511999990000')
    case 'color':
      return fc.constant('#aabbcc')
    case 'group':
      return record(fieldsOf(field))
    case 'list':
      return fc.array(record(fieldsOf(field)), { maxLength: 3 })
    default:
      return fc.oneof(
        { weight: 3, arbitrary: fc.string({ minLength: 1, maxLength: 20 }) },
        { weight: 1, arbitrary: nasty },
      )
  }
}

const record = (fields: Fields): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        // Read-only fields are mostly left out: with them nothing is made.
        fc.oneof(
          { weight: 8, arbitrary: field.readonly === true ? fc.constant(undefined) : good(field) },
          { weight: 1, arbitrary: anything },
        ),
      ]),
    ),
    { requiredKeys: [] },
  )

const id = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('1', '2', '3', '6', '10001', '20001') },
  { weight: 1, arbitrary: nasty.map(encoded) },
)

/** Half a character cannot be in an address at all. */
function encoded(text: string): string {
  return encodeURIComponent(text.slice(0, 300).toWellFormed())
}

function query(resource: Resource): fc.Arbitrary<string> {
  const names = [
    'limit',
    'offset',
    'page',
    'perPage',
    'order',
    'sort',
    'q',
    'ids',
    'after',
    'upTo',
    'showInactive',
    'nothing',
    '__proto__',
    ...Object.keys(filterFields(resource)),
  ]
  const columns = [...Object.keys(resource.fields), ...resource.columns, 'constructor', 'id; select 1']
  const value = fc.oneof(
    fc.constantFrom(
      '1',
      '2',
      '0',
      '-1',
      '1000',
      '1001',
      '2147483648',
      '9999999999',
      '99999999999',
      '1,2,3',
      '1,',
      ',',
      'true',
      'maybe',
      'site,team',
    ),
    fc
      .tuple(fc.constantFrom(...columns), fc.constantFrom('', ' ASC', ' desc', ' sideways'))
      .map((parts) => parts.join('')),
    nasty,
  )
  return fc
    .array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 4 })
    .map((pairs) => pairs.map(([name, text]) => `${name}=${encoded(text)}`).join('&'))
}

/** Returns a body that creates a record of a resource, like the first of Acme; the n-th differs from the others. */
export function draftOf(resource: Resource, n: number): Draft {
  const rows = fixtureRows(resource)
  return draftLike(resource, rows.find((row) => clientOf(resource, row) === ACME) ?? rows[0]!, n)
}

export type Asked = { method: string; path: string; body: unknown }

/** Returns a request to a resource: good, nearly good, or anything at all. */
export function randomRequest(resource: Resource): fc.Arbitrary<Asked> {
  const { actions, fields } = resource
  const route = pathOf(resource)
  const hostile = fc.oneof(record(fields), fc.jsonValue({ maxDepth: 4 }), nasty) as fc.Arbitrary<unknown>
  // Nearly right: a valid record with a field or two replaced by anything.
  const some = fc
    .subarray(Object.keys(fields), { maxLength: 2 })
    .chain((names) => record(Object.fromEntries(names.map((one) => [one, fields[one]!]))))
  const draft = fc
    .tuple(some, fc.nat())
    .map(([given, n]) => ({ ...(resource.can.create && draftOf(resource, n)), ...given }))
  const body = (nearly: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 4, arbitrary: nearly }, { weight: 1, arbitrary: hostile })
  const write = (method: string, path: string) =>
    body(method === 'POST' ? draft : some).map((sent) => ({ method, path, body: sent }))
  const inputs = Object.entries(actions).map(([action, { path, input }]) =>
    fc.tuple(id, fc.oneof(record(input ?? {}), fc.constant(undefined))).map(([one, sent]) => ({
      method: 'POST',
      path: `${route}/${one}/${path ?? kebab(action)}`,
      body: sent as unknown,
    })),
  )
  return fc.oneof(
    query(resource).map((text) => ({ method: 'GET', path: `${route}?${text}`, body: undefined as unknown })),
    id.map((one) => ({ method: 'GET', path: `${route}/${one}`, body: undefined as unknown })),
    // Twice, since not every resource is made here.
    write('POST', route),
    write('POST', route),
    id.chain((one) => write('PATCH', `${route}/${one}`)),
    id.chain((one) => write('PUT', `${route}/${one}`)),
    id.map((one) => ({ method: 'DELETE', path: `${route}/${one}`, body: undefined as unknown })),
    ...inputs,
  )
}
