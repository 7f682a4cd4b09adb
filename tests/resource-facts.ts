import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LOCALES } from '@tocsin/core/base/constants'
import { snake } from '@tocsin/core/base/naming'
import { fieldsOf } from '@tocsin/core/vocabulary/fields-of'
import { createVocabulary } from '@tocsin/core/vocabulary/i18n'
import { messages as kernelWords } from '@tocsin/core/vocabulary/messages'
import { neededFor } from '@tocsin/core/vocabulary/permissions'
import { permissionsOf, PERMISSIONS } from '@tocsin/core/vocabulary/roles'
import {
  clientFieldOf,
  clientOf,
  type Draft,
  type Field,
  type Fields,
  type Resource,
  type Verb,
} from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import { ACME, BOREALIS } from '../fixtures/clients'
import { users } from '../fixtures/users'
import type { Database } from '../server/db/open'
import type { ServedResource } from '../server/records/served-resource'
import { serveResources } from '../server/resources/index'
import { GO_LETTERS } from '../web/keys/map'
import { fixtureRows } from './fixture-rows'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '')
const foldersOf = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

/** Every field with its path, those inside groups too, of all kinds. */
export function* everyField(
  fields: Fields,
  path = '',
): Generator<{ path: string; field: Field; outer: Field | undefined }> {
  for (const [name, field] of Object.entries(fields)) {
    yield { path: path + name, field, outer: undefined }
    for (const inner of everyField(fieldsOf(field), `${path}${name}.`)) yield { ...inner, outer: inner.outer ?? field }
  }
}

/** Returns a line for each folder of a resource that is in no list of imports. */
function unlisted(resources: readonly Resource[]): string[] {
  const names = new Set(resources.map(({ name }) => name))
  const views = read('web/resources/views.ts') + read('web/resources/screenless.ts')
  return [
    ...foldersOf('core/resources')
      .filter((name) => !names.has(name))
      .map((name) => `${name} is in no list: add its line to core/resources/index.ts`),
    ...foldersOf('web/resources')
      .filter((name) => existsSync(join(root, 'web/resources', name, 'index.ts')))
      .filter((name) => !views.includes(`'./${name}/index'`))
      .map(
        (name) => `${name} has facts that nobody reads: add its line to web/resources/views.ts, or to screenless.ts`,
      ),
  ]
}

/** Returns a line for each letter that leads to two places. */
function sharedLetters(): string[] {
  const places = Object.entries(GO_LETTERS)
  return places
    .filter(([, letter], at) => places.findIndex(([, other]) => other === letter) !== at)
    .map(
      ([place, letter]) => `${place} has the letter ${letter} of another place: choose a free one in web/keys/map.ts`,
    )
}

/** Returns a line for each file that the resource lacks. */
function files({ name }: Resource): string[] {
  const lacks = []
  for (const file of ['index', 'types', 'messages'])
    if (!existsSync(join(root, `core/resources/${name}/${file}.ts`)))
      lacks.push(`${name} has no ${file}: add core/resources/${name}/${file}.ts`)
  if (!existsSync(join(root, `server/resources/${name}/index.ts`)))
    lacks.push(`${name} is not served: add server/resources/${name}/index.ts and its line in server/resources/index.ts`)
  else if (!read('server/resources/index.ts').includes(`'./${name}/index'`))
    lacks.push(`${name} is not served: add its line to server/resources/index.ts`)
  if (!existsSync(join(root, `tests/cli/${name}.golden`)))
    lacks.push(`${name} has no session of the terminal: add tests/cli/${name}.golden`)
  return lacks
}

/** Returns a line for the rows that the fixtures lack: tests of tenants need a client that is open and one that is locked. */
function rows(resource: Resource): string[] {
  const { name, kindOf } = resource
  try {
    const found = fixtureRows(resource)
    if (clientFieldOf(resource) === undefined) return []
    return [ACME, BOREALIS]
      .filter((client) => !found.some((row) => clientOf(resource, row) === client))
      .map((client) => `${name} has no rows of client ${client}: add one to fixtures/${kindOf?.resource ?? name}.ts`)
  } catch (error) {
    return [(error as Error).message]
  }
}

/** Returns a line for each permission that the resource asks for and no role has. */
function permissions({ name, can, actions }: Resource): string[] {
  const asked = [
    ...(['view', 'create', 'update', 'delete'] satisfies Verb[]).map((verb) => can[verb]),
    ...Object.values(actions).map((action) => action.can),
  ]
  const named = users.rows.flatMap((user) =>
    asked.flatMap((one) => neededFor(one, { ...user, permissions: permissionsOf(user.userType, user.role) })),
  )
  return [...new Set(named)]
    .filter((permission) => !PERMISSIONS.has(permission))
    .map((permission) => `${name} asks for ${permission}, which no role has: add it to core/vocabulary/roles.ts`)
}

/** Returns the message keys of everything that a resource names. */
export function wordsOf({ name, fields, filters, actions }: Resource): string[] {
  const at = `resources.${name}`
  const parts = [...everyField(fields)]
  const choicesOf = (path: string, { choices = [] }: Field) => choices.map((choice) => `${path}.${choice}`)
  return [
    `${at}.name`,
    `${at}.names`,
    `${at}.empty`,
    // A group within a group is known by its parts.
    ...parts
      .filter(({ path, field }) => !(path.includes('.') && field.fields))
      .map(({ path }) =>
        path.includes('.')
          ? `${at}.parts.${path}`
          : path in kernelWords['en-US'].fields
            ? `fields.${path}`
            : `${at}.fields.${path}`,
      ),
    ...parts.flatMap(({ path, field }) => choicesOf(`${at}.choices.${path}`, field)),
    ...Object.keys(filters ?? {}).map((filter) => `${at}.filters.${filter}`),
    ...Object.entries(actions).flatMap(([action, { input }]) => [
      `${at}.actions.${action}`,
      // An input that is a field of the record has the words of that.
      ...[...everyField(input ?? {})]
        .filter(({ path }) => input?.[path.split('.')[0]!] !== fields[path.split('.')[0]!])
        .map(({ path }) => `${at}.parts.${action}.${path}`),
    ]),
  ]
}

/** Returns a line for each language in which the resource lacks words. */
function words(resource: Resource): string[] {
  const { name, messages } = resource
  const vocabulary = createVocabulary()
  vocabulary.add(['resources', name], messages)
  return LOCALES.flatMap((locale) => {
    const lacks = wordsOf(resource).filter((key) => !vocabulary.has(locale, key))
    return lacks.length === 0
      ? []
      : [`${name} has no words for ${lacks.join(', ')} in ${locale}: add them to core/resources/${name}/messages.ts`]
  })
}

/** Returns a line for each stored field without a column. */
async function columns({ name, fields }: Resource, served: ServedResource, database: Database): Promise<string[]> {
  const own = snake(name)
  const { rows } = await sql<{ column: string }>`select column_name as column from information_schema.columns
    where table_schema = 'public' and table_name = ${own}`.execute(database.kysely)
  if (rows.length === 0) return []
  const found = new Set(rows.map(({ column }) => column))
  const elsewhere = { ...served.overrides.reads.computed, ...served.overrides.links }
  return Object.entries(fields)
    .filter(([field, { secret }]) => !secret && !Object.hasOwn(elsewhere, field) && !found.has(snake(field)))
    .map(([field, { told }]) =>
      told
        ? `${name} stores ${field} nowhere: add its table to \`links\` in server/resources/${name}/index.ts`
        : `${name} stores ${field} nowhere: add the column ${snake(field)} in the file of server/db/migrations that makes ${own}`,
    )
}

/** Returns a line for each action whose patch sets a field that only the server writes: the write would be refused. */
function patches(resource: Resource): string[] {
  const { name, fields, actions } = resource
  return Object.entries(actions).flatMap(([action, { patch, input = {} }]) => {
    const given = Object.fromEntries(Object.keys(input).map((key) => [key, null]))
    return Object.keys(patch?.(anyRow(resource), given) ?? {})
      .filter((field) => fields[field]?.readonly === true)
      .map(
        (field) =>
          `${name}.${action} patches ${field}, which is read-only: write its function in server/resources/${name}/index.ts instead`,
      )
  })
}

/** Returns a row of the fixtures, or an empty one where there are none. */
function anyRow(resource: Resource): Draft {
  try {
    return fixtureRows(resource)[0] ?? {}
  } catch {
    return {}
  }
}

type Found = { fenced: boolean; granted: boolean; locks: boolean; searched: boolean }

/** Returns a line for each thing that the table of a resource lacks. */
async function table({ name, tenant, kindOf, unsearched, can }: Resource, database: Database): Promise<string[]> {
  const own = snake(name)
  const { rows } = await sql<Found>`select c.relforcerowsecurity or c.relkind = 'v' as fenced,
      has_table_privilege('tocsin_app', c.oid, 'select') as granted,
      exists (select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where t.tgrelid = c.oid and p.proname = 'tocsin_refuse_locked') as locks,
      to_regproc(${`tocsin_search_${own}`}) is not null as searched
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = ${own}`.execute(database.kysely)
  const [found] = rows
  if (!found) return [`${name} has no table ${own}: add a file to server/db/migrations that makes it`]
  const at = `in the file of server/db/migrations that makes ${own}`
  return [
    ...(found.fenced ? [] : [`${name} has no fence: call tocsin_fence('${own}') ${at}`]),
    ...(found.granted ? [] : [`${name} is closed to requests: grant select on ${own} to tocsin_app ${at}`]),
    ...(unsearched || found.searched
      ? []
      : [`${name} is not searched: call tocsin_make_searchable('${own}') ${at}, or declare it \`unsearched\``]),
    ...(tenant === undefined || kindOf || found.locks || !(can.create ?? can.update ?? can.delete)
      ? []
      : [`${name} is written to in a locked client: make a trigger of tocsin_refuse_locked() ${at}`]),
  ]
}

/** Returns a sentence for each fact that a resource lacks, which says in which file it goes. */
export async function missingFacts(resources: readonly Resource[], database: Database): Promise<string[]> {
  const lacks = [...unlisted(resources), ...sharedLetters()]
  // A resource that is not served is told below.
  const served = await serveResources().catch(() => new Map<string, ServedResource>())
  for (const resource of resources) {
    const own = served.get(resource.name)
    lacks.push(
      ...files(resource),
      ...words(resource),
      ...permissions(resource),
      ...(await table(resource, database)),
      ...(own ? await columns(resource, own, database) : []),
      ...patches(resource),
      ...rows(resource),
    )
  }
  return lacks
}
