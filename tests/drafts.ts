import { LIMITS, PATTERNS } from '@tocsin/core/vocabulary/kinds'
import { isDeleted, isOff } from '@tocsin/core/vocabulary/deletion'
import {
  clientFieldOf,
  clientOf,
  type Draft,
  type Field,
  type Fields,
  type Resource,
} from '@tocsin/core/vocabulary/resource'
import { check, withDefaults } from '@tocsin/core/vocabulary/validate'
import { fieldsOf, groupByKind } from '@tocsin/core/vocabulary/fields-of'
import { ALL_PERMISSIONS, permissionsOfToken, TOKEN_PERMISSIONS } from '@tocsin/core/vocabulary/token-permissions'
import fc from 'fast-check'
import { ACME } from '../fixtures/clients'
import { world } from '../fixtures/world'
import { isRequired } from './fixture-rows'

/** Ids that a reference to a resource may take; none: only null. */
export type Pool = (resource: string) => readonly number[]

/** Returns a few rows that records of Acme may point to: its own, neither deleted nor out of use. */
export const ofAcme: Pool = (resourceName) => {
  const fixture = world.fixtures.find((one) => 'resource' in one && one.resource.name === resourceName)
  if (!fixture || !('resource' in fixture)) return []
  const resource: Resource = fixture.resource
  return (fixture.rows as readonly (Draft & { id: number })[])
    .filter((row) => clientFieldOf(resource) === undefined || clientOf(resource, row) === ACME)
    .filter((row) => !isDeleted(resource, row) && !isOff(resource, row))
    .slice(0, 3)
    .map(({ id }) => id)
}

/** Texts that match patterns nobody can guess for, beside ordinary ones and ones that break programs. */
const TEXTS = [
  'America/Sao_Paulo',
  'https://example.org/banner.png?a=1&b=ç',
  '1.0.0',
  'ABC123',
  'Quatro4Ventos',
  'Escola Municipal Íris Conceição',
  'D\'Ávila "Zoé" \\ <b>&amp;</b>',
  'a\u0301\u00e9 não',
  '👩‍🚒 東京 شارع',
  '=1+1',
  '--all',
  'null',
  '0',
  'linha 1\nlinha 2\ttab',
  '   com brancos   ',
]

/** Returns the permissions of a draft that its token can use: one for a client has none that reach beyond it. */
const withinOneClient = ({ can, ClientId }: Draft): Draft => {
  if (typeof ClientId !== 'number' || !Array.isArray(can)) return {}
  const usable = permissionsOfToken(TOKEN_PERMISSIONS, { can: can as string[], isOfOneClient: true })
  return { can: usable.length > 0 ? usable : [ALL_PERMISSIONS] }
}

const EMAILS = ['ana@example.org', 'ana.maria+x@sub.example.org', 'ÂNA@exämple.org', "o'hara_1@example.co"]

const integer = (min: number, max: number) => fc.integer({ min, max })

function valueOf(field: Field, pool: Pool, complete: boolean): fc.Arbitrary<unknown> {
  switch (field.type) {
    case 'text':
    case 'longtext':
      return fc.oneof(
        fc.constantFrom(...TEXTS),
        fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !text.includes('\0')),
      )
    case 'tags':
      return fc.array(fc.constantFrom('escola', 'rede municipal', 'UBS', 'Íris'), { maxLength: 5 })
    case 'html':
      return fc
        .tuple(fc.constantFrom('p', 'h2', 'blockquote'), fc.constantFrom(...TEXTS))
        .map(([tag, text]) => `<${tag}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</${tag}>`)
    case 'number':
      // A negative zero is written as 0 in JSON.
      return fc.double({ min: -1000, max: 25_000, noNaN: true }).map((value) => value + 0)
    case 'integer':
      return integer(-1000, 25_000)
    case 'url':
      return fc.webUrl({ withQueryParameters: true }).filter((address) => !address.includes('@'))
    case 'boolean':
      return fc.boolean()
    case 'date':
      return fc
        .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
        .map((date) => date.toISOString())
    case 'choice':
      return fc.constantFrom(...(field.choices ?? []))
    case 'color':
      return fc.stringMatching(PATTERNS.color)
    case 'phone':
      // Written with the plus it is stored with; without one is a case of its own.
      return fc.stringMatching(/^\+[0-9]{8,20}$/)
    case 'email':
      return fc.constantFrom(...EMAILS)
    case 'ref':
      return fc.constantFrom(null, ...pool(field.of ?? ''))
    case 'refs':
      return fc.subarray([...pool(field.of ?? '')])
    case 'group':
      return recordOf(fieldsOf(field), pool, complete)
    case 'list':
      return fc.array(recordOf(fieldsOf(field), pool, complete), { maxLength: 3 })
    case 'json':
      return fc.constantFrom(null, true, 0, 'text', [1, { a: null }], { ç: [] }, { by: ['cpf'] })
  }
}

const inner = (field: Field) => field.type === 'group' || field.type === 'list'

/** A value that the field takes when nothing else is known of its record. */
export function validValue(field: Field, pool: Pool, complete = false): fc.Arbitrary<unknown> {
  const { when: _when, ...always } = field
  // With nothing to point to, the draft as a whole must do without it.
  const nowhere = (field.type === 'ref' || field.type === 'refs') && pool(field.of ?? '').length === 0
  const bounds = (field.rules ?? []).map((rule) => rule.schema?.(field.type) ?? {})
  const max = Math.min(LIMITS.longtext, ...bounds.map((one) => Number(one['maxLength'] ?? Infinity)))
  // Phones, addresses and fields that are only required have known values, and need no guessing.
  const patterns =
    field.type === 'phone'
      ? []
      : (field.rules ?? [])
          .filter((rule) => !rule.required)
          .flatMap((rule) => (rule.schema?.(field.type)['allOf'] as { pattern: string }[] | undefined) ?? [])
  const among = bounds.map((one) => (one['items'] as { enum?: string[] } | undefined)?.enum).find(Boolean)
  const minimum = Math.max(-Infinity, ...bounds.map((one) => Number(one['minimum'] ?? -Infinity)))
  const maximum = Math.min(Infinity, ...bounds.map((one) => Number(one['maximum'] ?? Infinity)))
  const values = among
    ? fc.subarray(among, { minLength: 1, maxLength: 5 })
    : patterns.length > 0
      ? fc.stringMatching(new RegExp(patterns[0]?.pattern ?? ''))
      : Number.isFinite(minimum) && Number.isFinite(maximum)
        ? fc.oneof(
            integer(Math.ceil(minimum), Math.floor(maximum)),
            fc.double({ min: minimum, max: maximum, noNaN: true }).map((value) => value + 0),
          )
        : valueOf(field, pool, complete)
  return values
    .map((value) => (typeof value === 'string' ? Array.from(value).slice(0, max).join('') : value))
    .filter((value) => inner(field) || nowhere || check({ value: always }, { value }).length === 0)
}

/** Returns a record of writable fields, without some of the optional ones. */
export function recordOf(fields: Fields, pool: Pool, complete = false): fc.Arbitrary<Draft> {
  const writable = Object.entries(fields).filter(([, field]) => field.readonly !== true)
  if (groupByKind(fields)) return recordOfAKind(fields, pool, complete)
  const model = Object.fromEntries(
    writable.map(([name, field]) => [
      name,
      isRequired(field) || field.default !== undefined
        ? validValue(field, pool, complete)
        : fc.option(validValue(field, pool, complete), { nil: null, freq: 3 }),
    ]),
  )
  const requiredKeys = writable
    .filter(([, field]) => complete || (isRequired(field) && field.default === undefined))
    .map(([name]) => name)
  return fc.record(model, { requiredKeys })
}

/** Returns a record with a group that fits its kind. */
const recordOfAKind = (fields: Fields, pool: Pool, complete: boolean): fc.Arbitrary<Draft> => {
  const { name, field, variants } = groupByKind(fields)!
  const { by, of } = variants
  const others = Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name))
  // Made once for each kind: to make them for each record would take longer than all else.
  const groups = new Map(
    Object.keys(of).map((kind) => [kind, recordOf(fieldsOf(field, { [by]: kind }), pool, complete)]),
  )
  return recordOf(others, pool, complete).chain((record) => {
    const kind = withDefaults(others, record)[by]
    return groups.get(String(kind))!.map((group) => ({ ...record, [name]: group }))
  })
}

let serial = 0
/** Makes a value unique; short enough for every field that wants it. */
const own = (value: unknown) => `${String(value).slice(0, 20).trim()}-${++serial}`
const bothOrNone = (draft: Draft): Draft =>
  draft['lat'] == null || draft['lng'] == null ? { ...draft, lat: null, lng: null } : draft
const place = (draft: Draft): Draft => bothOrNone(draft['tag'] == null ? draft : { ...draft, tag: own(draft['tag']) })

/** Fields of a form with names of their own, and attachments either described in full or not at all. */
const form = (draft: Draft): Draft => ({
  ...draft,
  ...(draft['schema'] ? { schema: questions(draft['schema']) } : {}),
})
/** A survey of no channel, since these drafts do not know the kinds of those. */
const survey = (draft: Draft): Draft => ({
  ...draft,
  Channels: [],
  ...(draft['config'] ? { config: questions(draft['config']) } : {}),
})
type Questions = { fields?: Draft[] }
function questions(given: Questions): Questions {
  const fields = given.fields?.map((field) => {
    const attachments =
      field['type'] === 'attachment'
        ? {
            attachmentTypes: ['image', 'file'],
            attachmentQty: 2,
            attachmentMandatory: 'all',
            attachmentSizes: { image: 1, file: 5 },
          }
        : { allowAttachments: false, attachmentTypes: null, attachmentQty: 3, attachmentSizes: null }
    return {
      ...field,
      name: own(String(field['name']).slice(0, 20)).replace('-', '_'),
      options: { ...(field['options'] as Draft | null), choices: [{ text: 'Sim', value: 's' }], ...attachments },
    }
  })
  return fields ? { ...given, fields } : given
}
/** A channel outside groups with both halves of what is sent at once, a number with its country code, and a form that holds. */
const channel = (draft: Draft): Draft => {
  const config = draft['config'] as Draft | null | undefined
  if (!config) return draft
  const has = (name: string) => Object.hasOwn(config, name)
  const made = {
    ...config,
    // A group of the app, which these drafts do not know.
    parentId: null,
    ...(has('sendNowTitle') || has('sendNowText') ? { sendNowTitle: 'Agora', sendNowText: 'Ajuda' } : {}),
    ...(has('phone') ? { phone: '5548999990000' } : {}),
    ...(has('visibilityQuery') ? { visibilityQuery: null } : {}),
    ...(has('applicationId') && config['intercomMode'] !== 'messenger' ? { androidSdkKey: null, iosSdkKey: null } : {}),
    ...(config['alert'] === false ? { disclaimer: null } : {}),
  }
  return { ...draft, config: has('schema') ? form(made) : made }
}
/** One handler at most, and with one nothing is approved automatically. */
const code = (draft: Draft): Draft => {
  const first = draft['RegistrationHandlerId'] != null
  const alone = first ? { ...draft, regHandlerId: null } : draft
  return first || alone['regHandlerId'] != null ? { ...alone, config: { autoApprove: false } } : alone
}

/** Completes a draft by the rules that a declaration cannot state. */
const finish: Record<string, (draft: Draft) => Draft> = {
  users: (draft) => ({
    ...draft,
    username: own(draft['username']),
    passwordConfirm: draft['password'] ?? null,
    oldPassword: null,
  }),
  // A client is not created locked: its first project and user have yet to be written.
  clients: (draft) => {
    const manager = draft['manager'] as Draft | undefined
    return {
      ...draft,
      locked: false,
      ...(manager ? { manager: { ...manager, username: own(manager['username']) } } : {}),
    }
  },
  'monitoring-providers': (draft) =>
    draft['managerUsername'] == null ? draft : { ...draft, managerUsername: own(draft['managerUsername']) },
  channels: channel,
  sites: place,
  teams: place,
  'registration-codes': code,
  'registration-forms': form,
  surveys: survey,
  // A message goes to the channel of the fixtures that shows messages, of which these drafts know nothing.
  'broadcast-messages': (draft) => ({ ...draft, ChannelId: 7, ClientId: ACME, MonitoringProviderId: 2 }),
  // A version belongs to its app, which these drafts do not know.
  templates: (draft) => ({ ...draft, appSchemaId: null }),
  tokens: (draft) => ({ ...draft, name: own(draft['name']), ...withinOneClient(draft) }),
  'registration-data-schemas': (draft) => ({ ...draft, contentId: own(draft['contentId']) }),
}

/** Drops the fields that such a record does not have, which are refused. */
export const applicable = (fields: Fields, draft: Draft, record = withDefaults(fields, draft)): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([name]) => fields[name]?.when?.(record) ?? true))

/** Returns a draft that `check` accepts. `complete` leaves out no field that such a record has. */
export function validDraft(
  { name, fields }: Pick<Resource, 'name' | 'fields'>,
  pool: Pool,
  { complete = false } = {},
): fc.Arbitrary<Draft> {
  return recordOf(fields, pool, complete)
    .map(finish[name] ?? ((draft) => draft))
    .map((draft) => applicable(fields, draft))
    .filter((draft) => check(fields, draft).length === 0)
}

/** Values that a client might send for any field: of every kind, right and wrong. */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    '',
    ' ',
    '\u00a0\n',
    0,
    -1,
    1,
    0.1,
    1e300,
    2_147_483_648,
    true,
    false,
    [],
    {},
    [null],
    [[]],
    [1],
    [{}],
  ),
  fc.constantFrom(...TEXTS, ...EMAILS, '#FFF', '#ffffffff', '+5511912345678', '+1234567', '2026-02-28', '2026-02-30'),
  fc.constantFrom('a\0b', '\ud800', 'x'.repeat(256), 'é'.repeat(255), 'x'.repeat(10_001), '🚒'.repeat(255)),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
)
