import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { commandsOf, draftOf, type FlagError, readFlag, type Command, type CommandSpec, type Flag } from './commands'
import { filterFields } from '../vocabulary/filters'
import { formatCommand, parseCommand, quoteWord } from './line'
import { splitWords } from './shell-words'
import type { Resource } from '../vocabulary/resource'
import { allResources } from '../resources/index'

let resources: Resource[]
let specs: CommandSpec[]
beforeAll(async () => {
  resources = await allResources()
  specs = resources.flatMap(commandsOf)
})

const NASTY = [
  "it's",
  '"',
  '\\',
  '--',
  '-',
  '-x',
  '--name=y',
  ' ',
  'a b',
  '$HOME',
  '`id`',
  '!!',
  '*',
  '~',
  '\n',
  'a\nb\n',
  '\t',
]
const MORE = [
  '#',
  ';',
  '&&',
  '|',
  '>',
  '(',
  '{}',
  '%',
  '\\n',
  'é',
  '🚒',
  '\u00a0',
  '=',
  'a=b',
  'null',
  'true',
  '0',
  "'''",
  '\r',
]
/** The texts that a shell can be given: no NUL, and whole characters. */
const text = fc.oneof(
  fc.constantFrom(...NASTY, ...MORE),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((one) => !one.includes('\0')),
)
/** A comma tells a name in a list from the next, and a name is never a number, as an id is. */
const name = text.filter((one) => one.trim() !== '' && !/^\d+$/.test(one.trim()))
const listed = name.map((one) => one.replaceAll(',', '').trim()).filter((one) => one !== '' && !/^\d+$/.test(one))
const id = fc.integer({ min: 1, max: 2_147_483_647 })

function valueOf(flag: Flag): fc.Arbitrary<unknown> {
  switch (flag.type) {
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
    case 'boolean':
      return fc.boolean()
    case 'choice':
      return fc.constantFrom(...(flag.choices ?? []))
    case 'ref':
      return fc.oneof(id, name)
    case 'refs':
      return fc.array(fc.oneof(id, listed), { maxLength: 4 })
    case 'json':
      return fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown)
    case 'tags':
    case 'text':
      return text
  }
}

const commandOf = (spec: CommandSpec): fc.Arbitrary<Command> =>
  fc.record({
    resource: fc.constant(spec.resource),
    verb: fc.constant(spec.verb),
    refs:
      spec.takes === 'none'
        ? fc.constant([])
        : fc.array(fc.oneof(id, name), { minLength: 1, maxLength: spec.takes === 'one' ? 1 : 3 }),
    // Null clears a field, and so does an empty list: both are written as an empty text.
    values: fc.record(
      Object.fromEntries(
        spec.flags.map((flag) => [
          flag.path,
          flag.type === 'refs' ? valueOf(flag) : fc.option(valueOf(flag), { nil: null, freq: 4 }),
        ]),
      ),
      { requiredKeys: [] },
    ),
  })

const anyCommand = () =>
  fc.constantFrom(...specs).chain((spec) => commandOf(spec).map((command) => ({ spec, command })))
const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown

describe('a command line', () => {
  it('reads back as the command it was made from, for every command of every resource', () => {
    for (const spec of specs)
      fc.assert(
        fc.property(commandOf(spec), (command) => {
          const line = formatCommand(spec, command)
          expect(plain(parseCommand(line, specs))).toEqual(plain(command))
        }),
        { numRuns: 60, seed: 4 },
      )
  })

  it('is split by a real shell as it is here', () => {
    const lines = fc
      .sample(anyCommand(), { numRuns: 150, seed: 6 })
      .map(({ spec, command }) => formatCommand(spec, command))
    const script = lines.map((line) => `printf '%s\\0' ${line}; printf '\\1\\0'`).join('\n')
    const spoken = execFileSync('bash', ['-c', script], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    })
    const heard = spoken
      .split('\u0001\0')
      .slice(0, -1)
      .map((words) => words.split('\0').slice(0, -1))
    expect(heard).toEqual(lines.map(splitWords))
  })

  it('says the same as what people write in other ways', () => {
    const read = (line: string) => parseCommand(line, specs)
    const expected = { resource: 'sites', verb: 'update', refs: [7], values: { name: 'São "B"', active: false } }
    for (const line of [
      `tocsin sites update 7 --name='São "B"' --no-active`,
      `tocsin sites  update 7 --name "São \\"B\\"" --active=false`,
      `tocsin sites update --no-active --name=São\\ \\"B\\" -- 7`,
    ])
      expect([line, read(line)]).toEqual([line, expected])
    for (const line of [
      '',
      'tocsin',
      'tocsin sites',
      'tocsin sites explode 1',
      'rm -rf /',
      'tocsin sites update 7 --bogus=1',
    ])
      expect([line, read(line)]).toEqual([line, undefined])
  })

  it('quotes only where it must', () => {
    expect(['abc', 'a-b_c.d,e:f/g@h%i+j=k', 'ä', '', "it's", 'a b'].map(quoteWord)).toEqual([
      'abc',
      'a-b_c.d,e:f/g@h%i+j=k',
      "'ä'",
      "''",
      `'it'\\''s'`,
      "'a b'",
    ])
  })
})

describe('flags', () => {
  const flag = (type: Flag['type'], more: Partial<Flag> = {}): Flag => ({
    name: 'x',
    path: 'x',
    type,
    required: false,
    ...more,
  })
  const refused = (one: Flag, value: string) => {
    try {
      return readFlag(one, value)
    } catch (error) {
      return (error as FlagError).key
    }
  }

  it('read what they are for, and clear when they are empty', () => {
    expect(readFlag(flag('number'), '-1.5e3')).toBe(-1500)
    expect(readFlag(flag('ref'), '7')).toBe(7)
    expect(readFlag(flag('ref'), '7 Anões')).toBe('7 Anões')
    expect(readFlag(flag('refs'), '1, Acme,3')).toEqual([1, 'Acme', 3])
    expect(readFlag(flag('json'), '[{"a":null}]')).toEqual([{ a: null }])
    for (const type of ['text', 'number', 'boolean', 'ref', 'json'] as const)
      expect(readFlag(flag(type), '')).toBe(null)
    expect(readFlag(flag('refs'), '')).toEqual([])
  })

  it('refuse what they cannot read', () => {
    expect(['x', ' ', 'Infinity', 'NaN', '1,5'].map((one) => refused(flag('number'), one))).toEqual(
      Array(5).fill('formErrors.number'),
    )
    expect(['yes', '1', 'TRUE'].map((one) => refused(flag('boolean'), one))).toEqual(Array(3).fill('formErrors.type'))
    expect(refused(flag('choice', { choices: ['site'] }), 'Site')).toBe('formErrors.oneOf')
    expect(refused(flag('json'), '{')).toBe('formErrors.json')
  })

  it('are the fields, references without their Id and groups with dots', () => {
    const paths = (resource: string, verb: string) =>
      Object.fromEntries(
        specs
          .find((one) => one.resource === resource && one.verb === verb)
          ?.flags.map(({ name: flagName, path }) => [flagName, path]) ?? [],
      )
    expect(paths('clients', 'create')).toMatchObject({
      name: 'name',
      'config.min-app-version': 'config.minAppVersion',
      'manager.username': 'manager.username',
    })
    expect(paths('clients', 'update')).not.toHaveProperty('manager.username')
    expect(paths('sites', 'create')).toMatchObject({
      client: 'ClientId',
      project: 'ProjectId',
      'location.formatted': 'location.formatted',
    })
    expect(paths('users', 'create')).not.toHaveProperty('password')
    expect(paths('apps', 'publish')).toEqual({
      'version-name': 'versionName',
      'version-comment': 'versionComment',
      'draft-version': 'draftVersion',
    })
  })

  it('A-003 narrow by one filter what is answered in two spellings', () => {
    const apps = resources.find(({ name: resource }) => resource === 'apps') as Resource
    expect(Object.keys(filterFields(apps))).toEqual(expect.arrayContaining(['termId', 'clientId', 'projectId']))
    expect(filterFields(apps)).not.toHaveProperty('TermId')
  })

  it('describe a record', () => {
    expect(draftOf({ name: 'x', 'config.a.b': 1, 'config.c': null })).toEqual({
      name: 'x',
      config: { a: { b: 1 }, c: null },
    })
    expect(draftOf({})).toEqual({})
  })
})
