import { fieldsOf } from '@tocsin/core/vocabulary/fields-of'
import { fieldSchema, objectSchema } from '@tocsin/core/vocabulary/json-schema'
import type { Draft, Field, Fields } from '@tocsin/core/vocabulary/resource'
import { allResources } from '@tocsin/core/resources/index'
import { above, max, min, pattern, required } from '@tocsin/core/vocabulary/rules'
import { check, withDefaults } from '@tocsin/core/vocabulary/validate'
import { Ajv2020 } from 'ajv/dist/2020'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyValue, validDraft } from '../drafts'

const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true })
const resources = (await allResources()).filter(({ can }) => can.create)

/** A value as it comes over the wire: no NaN, no negative zero, no undefined. */
const wire = anyValue.map((value) => JSON.parse(JSON.stringify(value ?? null)) as unknown)

const KINDS: [string, Field][] = [
  ['text', { type: 'text' }],
  ['required text', { type: 'text', rules: [required()] }],
  ['bounded text', { type: 'text', rules: [min(2), max(5)] }],
  ['text of a pattern', { type: 'text', rules: [required(), pattern(/^[A-Za-z0-9]{6}$/)] }],
  ['text of two patterns', { type: 'text', rules: [pattern(/^\S+$/), pattern(/^[^0]*$/), max(32)] }],
  ['text with a looser bound than its kind', { type: 'text', rules: [max(10_000)] }],
  ['long text', { type: 'longtext', rules: [max(2000)] }],
  ['html', { type: 'html' }],
  ['number', { type: 'number' }],
  ['required number', { type: 'number', rules: [required()] }],
  ['bounded number', { type: 'number', rules: [min(-90), max(90), above(-90)] }],
  ['whole number', { type: 'integer' }],
  ['bounded whole number', { type: 'integer', rules: [min(0), max(9)] }],
  ['boolean', { type: 'boolean' }],
  ['required boolean', { type: 'boolean', rules: [required()] }],
  ['choice', { type: 'choice', choices: ['site', '0', 'null'] }],
  ['required choice', { type: 'choice', choices: ['site', '0'], rules: [required()] }],
  ['colour', { type: 'color' }],
  ['phone', { type: 'phone' }],
  ['required phone', { type: 'phone', rules: [required()] }],
  ['e-mail', { type: 'email' }],
  ['required e-mail', { type: 'email', rules: [required()] }],
  ['reference', { type: 'ref', of: 'clients' }],
  ['required reference', { type: 'ref', of: 'clients', rules: [required()] }],
  ['references', { type: 'refs', of: 'clients', rules: [max(2)] }],
  ['required references', { type: 'refs', of: 'clients', rules: [required()] }],
  ['group', { type: 'group', fields: { x: { type: 'number' } } }],
  ['required group', { type: 'group', rules: [required()], fields: { x: { type: 'number' } } }],
  ['list', { type: 'list', fields: { x: { type: 'number', rules: [required()] } } }],
  ['required list', { type: 'list', rules: [required()], fields: {} }],
  ['tags', { type: 'tags' }],
]

describe('the schema and the check', () => {
  it.each(KINDS)('refuse the same values of a %s', (_name, field) => {
    const validate = ajv.compile(objectSchema({ value: field }))
    fc.assert(
      fc.property(wire, (value) => {
        const accepted = { schema: validate({ value }), check: check({ value: field }, { value }).length === 0 }
        // A comparison by Vitest takes longer than both checks.
        if (accepted.schema !== accepted.check) expect(accepted).toEqual({})
      }),
      { numRuns: 600, seed: 8 },
    )
    expect(validate({})).toBe(check({ value: field }, {}).length === 0)
  })

  it.each([
    ['date', { type: 'date' }],
    ['web address', { type: 'url' }],
    ['free JSON', { type: 'json' }],
  ] as [string, Field][])('never refuses a %s that the check takes', (_name, field) => {
    const validate = ajv.compile(fieldSchema(field))
    const dates = fc.date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
    fc.assert(
      fc.property(
        fc.oneof(
          wire,
          dates.map((date) => date.toISOString()),
          fc.webUrl(),
        ),
        (value) => {
          if (check({ value: field }, { value }).length === 0) expect(validate(value)).toBe(true)
        },
      ),
      { numRuns: 400, seed: 9 },
    )
    expect(
      check({ value: field }, { value: '2026-02-01' }).length === 0 ||
        check({ value: field }, { value: 'https://x.yz' }).length === 0,
    ).toBe(true)
  })

  it('take a default for what is left out, cleared or blank', () => {
    const field: Field = { type: 'choice', choices: ['client', 'site'], default: 'client', rules: [required()] }
    const validate = ajv.compile(objectSchema({ mode: field }))
    for (const draft of [{}, { mode: null }, { mode: '' }, { mode: 'site' }, { mode: 'x' }, { mode: 0 }])
      expect([draft, validate(draft)]).toEqual([
        draft,
        check({ mode: field }, withDefaults({ mode: field }, draft)).length === 0,
      ])
  })
})

/** Rules that no schema can state: they look at the rest of the record, at a list of the system, or deeper. */
const BEYOND = new Set([
  'timezone',
  'link',
  'role',
  'passwordsDontMatch',
  'date',
  'depth',
  'defaultIsFixed',
  'characters',
  'oneHandler',
  'handlerApproves',
  'choicesWanted',
  'tokenPermission',
])
const OF_PASSWORDS = ['tooShort', 'tooLong', 'atLeastOneUppercase', 'atLeastOneLowercase', 'atLeastOneNumber']
for (const key of OF_PASSWORDS) BEYOND.add(key)

/** Returns whether every field on the way to a path is required, whatever the rest of the record says. */
function alwaysRequired(fields: Fields, path: string): boolean {
  const [name = '', ...rest] = path.split('.').filter((part) => !/^\d+$/.test(part))
  const field = fields[name]
  if (!field || field.when || !field.rules?.some((rule) => rule.required)) return false
  return rest.length === 0 || (!field.variants && alwaysRequired(fieldsOf(field), rest.join('.')))
}

/** Returns a draft without the fields that do not apply to it, in groups as well. */
function withoutInapplicable(fields: Fields, draft: Draft): Draft {
  return Object.fromEntries(
    Object.entries(draft).flatMap(([name, value]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (field?.when && !field.when(draft)) return []
      const isGroup = field?.type === 'group' && typeof value === 'object' && value !== null && !Array.isArray(value)
      return [[name, isGroup ? withoutInapplicable(fieldsOf(field, draft), value as Draft) : value]]
    }),
  )
}

/** A draft with one value somewhere in it replaced by another. */
const spoilt = (fields: Fields, draft: Draft): fc.Arbitrary<Draft> => {
  const writable = Object.entries(fields).filter(([, field]) => field.readonly !== true)
  const top = fc
    .tuple(fc.constantFrom(...writable.map(([name]) => name), 'bogus'), wire)
    .map(([name, value]) => ({ ...draft, [name]: value }))
  const groups = writable.filter(([, field]) => field.type === 'group')
  if (groups.length === 0) return top
  const nested = fc.constantFrom(...groups).chain(([name, field]) =>
    spoilt(fieldsOf(field, withDefaults(fields, draft)), (draft[name] ?? {}) as Draft).map((group) => ({
      ...draft,
      [name]: group,
    })),
  )
  return fc.oneof(top, nested)
}

describe.each(resources.map((resource) => [resource.name, resource] as const))('a draft of %s', (_name, resource) => {
  const { fields } = resource
  const validate = ajv.compile(objectSchema(fields))

  it('that the check takes is one of the schema, and the other way round as far as a schema can tell', () => {
    let refused = 0
    fc.assert(
      fc.property(
        validDraft(resource, () => [1, 2]).chain((draft) => fc.oneof(fc.constant(draft), spoilt(fields, draft))),
        (draft) => {
          const problems = check(fields, withDefaults(fields, draft))
          const accepted = validate(draft)
          if (!accepted) refused++
          if (accepted) {
            const told = problems.filter(
              ({ field, key }) =>
                !BEYOND.has(key.split('.').at(-1) ?? '') &&
                (key !== 'formErrors.required' || alwaysRequired(fields, field)),
            )
            expect(told).toEqual([])
          } else if (problems.length === 0) {
            // A field that does not apply to this draft is not looked at; the schema, which cannot know, still is.
            const lacking = withoutInapplicable(fields, withDefaults(fields, draft))
            expect([validate(lacking), lacking]).toEqual([true, lacking])
          }
        },
      ),
      { numRuns: 400, seed: 10 },
    )
    expect(refused).toBeGreaterThan(50)
  })

  it('may leave anything out when it is a change', () => {
    const changes = ajv.compile(objectSchema(fields, { partial: true }))
    expect(changes({})).toBe(true)
    expect(changes({ bogus: 1 })).toBe(false)
  })
})

it('A-083 CHAN-14 CHAN-15 wants of each kind of channel what the server wants, with its options or without', async () => {
  const channels = resources.find(({ name }) => name === 'channels')!
  const validate = ajv.compile(objectSchema(channels.fields))
  const channel = (channelType: string, config?: unknown) => ({
    name: 'x',
    appId: 1,
    clientId: 2,
    channelType,
    ...(config === undefined ? {} : { config }),
  })
  for (const [kind, config, wanted] of [
    ['url', undefined, false],
    ['url', null, false],
    ['url', {}, false],
    ['url', { url: 'https://example.org' }, true],
    ['phone', undefined, false],
    ['group', undefined, true],
    ['alert', null, true],
    ['intercom', undefined, false],
    ['intercom', {}, false],
    ['intercom', { applicationId: 'a' }, true],
    ['intercom', { idaplication: 'a' }, true],
    ['intercom', { idaplication: '' }, false],
    ['intercom', { idaplication: null }, false],
  ] as const)
    expect([kind, config, validate(channel(kind, config))]).toEqual([kind, config, wanted])
  expect(validate({ name: 'x', appId: 1, clientId: 2 })).toBe(true)
})
