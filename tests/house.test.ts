import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RESOURCE_NAMES } from '@tocsin/core/resources/index'
import { EXIT } from '../cli/exit-codes'
import { onEngine } from './vitest.config'

const root = fileURLToPath(new URL('..', import.meta.url))
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
/** The number of packages in the lockfile today, those of other platforms included. */
const PACKAGES = 688
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The documents that people are given to read. */
const documents = tracked.filter((path) => /^(README|CONTRIBUTING|docs\/[\w-]+)\.md$/.test(path))
/** Variables that every program of a system reads. */
const OF_THE_SYSTEM = ['PATH', 'HOME', 'USERPROFILE', 'XDG_CONFIG_HOME', 'TERM']
/** A tracked file, or a folder of some. */
const isTracked = (path: string) => {
  const name = path.replace(/\/$/, '')
  return tracked.some((one) => one === name || one.startsWith(`${name}/`))
}
/** The headings of a document as a link names them. */
const headingsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )

/** A file that breaks one rule: its path, its text, and the rule that must catch it. */
type Plant = [wall: string, path: string, text: string, rule: string]

const imports = 'walls(imports)'
const globals = 'eslint(no-restricted-globals)'

const plants: Plant[] = [
  ['core imports the server', 'core/plant-a.ts', `export { openApp } from '../server/program/app'`, imports],
  ['core imports the client', 'core/plant-b.ts', `import type { Io } from '../cli/io'\nexport type B = Io`, imports],
  ['core borrows a type of the client', 'core/plant-k.ts', `export type K = import('../cli/io').Io`, imports],
  ['core imports fixtures', 'core/plant-c.ts', `export const c = () => import('../fixtures/world')`, imports],
  ['core imports a Node module', 'core/plant-d.ts', `export { join } from 'node:path'`, imports],
  ['core imports a Node module by its old name', 'core/plant-e.ts', `export { join } from 'path'`, imports],
  ['core imports React', 'core/plant-f.ts', `export { useState } from 'react'`, imports],
  ['core reads the process', 'core/plant-g.ts', `export const g = process.env`, globals],
  ['core prints', 'core/plant-h.ts', `export const h = () => console.log('h')`, 'eslint(no-console)'],
  ['core touches the page', 'core/plant-i.ts', `export const i = () => document.title`, globals],
  [
    'the vocabulary imports a resource',
    'core/vocabulary/plant.ts',
    `export { sites } from '../resources/sites/index'`,
    imports,
  ],
  [
    'the vocabulary borrows a type of the API client',
    'core/vocabulary/plant-b.ts',
    `import type { Http } from '../api/http'\nexport type B = Http`,
    imports,
  ],
  ['a room of core is in no level', 'core/attic/plant.ts', `export { PRODUCT } from '../base/constants'`, imports],
  [
    'a resource imports another resource',
    'core/resources/apps/plant.ts',
    `import { sites } from '../sites/index'\nexport const plant = sites`,
    imports,
  ],
  [
    'a resource imports another resource through the package',
    'core/resources/apps/plant-b.ts',
    `export { sites } from '@tocsin/core/resources/sites/index'`,
    imports,
  ],
  ['the server imports the client', 'server/plant-a.ts', `export { main } from '../cli/main'`, imports],
  ['the database imports records', 'server/db/plant.ts', `export { crudFor } from '../records/crud'`, imports],
  [
    'records borrow a type of a resource',
    'server/records/plant.ts',
    `import type { Claimed } from '../resources/claimed-codes'\nexport type C = Claimed`,
    imports,
  ],
  [
    'what sends mail loads the program later',
    'server/outbox/plant.ts',
    `export const o = () => import('../program/serve')`,
    imports,
  ],
  [
    'the ground of the server imports a room',
    'server/plant-k.ts',
    `export { toApiError } from './http/failures'`,
    imports,
  ],
  [
    'the server imports fixtures outside main.ts',
    'server/plant-b.ts',
    `export { world } from '../fixtures/world'`,
    imports,
  ],
  ['the web imports the server', 'web/plant-a.ts', `export { openApp } from '../server/program/app'`, imports],
  ['the web imports the client', 'web/plant-b.ts', `export { main } from '@tocsin/cli/main'`, imports],
  ['a screen imports another', 'web/screens/profile/plant.ts', `export { Go } from '../go/go'`, imports],
  [
    'a resource imports more of another than its parts',
    'web/resources/clients/plant.ts',
    `export { SitesMap } from '../sites/sites-map'`,
    imports,
  ],
  ['a lower room imports an upper one', 'web/form/plant.ts', `export { Grid } from '../table/grid'`, imports],
  [
    'a lower room borrows a type of an upper one',
    'web/data/plant.ts',
    `import type { Targets } from '../commands/targets'\nexport type T = Targets`,
    imports,
  ],
  [
    'a lower room loads an upper one later',
    'web/ui/plant.ts',
    `export const p = () => import('../pages/page')`,
    imports,
  ],
  [
    'a page for people without an account borrows from the console',
    'web/outside/plant.ts',
    `export { api } from '../data/api'`,
    imports,
  ],
  ['rooms of one level know each other', 'web/sheets/plant.ts', `export { x } from '../accounts/login-as'`, imports],
  ['the ground imports a room', 'web/plant-c.ts', `export { Button } from './ui/button'`, imports],
  ['a room is in no level', 'web/attic/plant.ts', `export { Button } from '../ui/button'`, imports],
  [
    'a command imports the server',
    'cli/commands/plant-a.ts',
    `export const a = () => import('../../server/program/main')`,
    imports,
  ],
  [
    'serve imports the server at once',
    'cli/commands/serve.ts',
    `export { serve } from '../../server/program/main'`,
    imports,
  ],
  ['the client imports the web', 'cli/plant-b.ts', `export { app } from '../web/app'`, imports],
  ['the client imports fixtures', 'cli/plant-c.ts', `export { world } from '../fixtures/world'`, imports],
  ['a command ends the process', 'cli/main.ts', `process.exit(1)`, 'eslint(no-restricted-properties)'],
  ['a command reads the process', 'cli/commands/plant-d.ts', `export const d = () => process.env`, globals],
  ['a command prints', 'cli/commands/plant-e.ts', `export const e = () => console.log('e')`, 'eslint(no-console)'],
  ['fixtures import the server', 'fixtures/plant-a.ts', `export { openApp } from '../server/program/app'`, imports],
  ['a program imports tests', 'server/plant-c.ts', `export { seed } from '../tests/server/seed'`, imports],
  [
    'raw SQL',
    'server/plant-d.ts',
    `import { sql } from 'kysely'\nexport const d = (x: string) => sql.raw(x)`,
    'walls(sql)',
  ],
  [
    'SQL built by a template',
    'server/plant-e.ts',
    'export const e = (db: { query(text: string): void }, name: string) => db.query(`select ${name}`)',
    'walls(sql)',
  ],
  [
    'SQL built by adding',
    'server/plant-f.ts',
    `export const f = (db: { exec(text: string): void }, name: string) => db.exec('drop table ' + name)`,
    'walls(sql)',
  ],
  [
    'a screen asks for the kind of a channel',
    'web/plant-n.tsx',
    `export const n = (channel: { channelType: string }) => (channel.channelType === 'phone' ? 1 : 2)`,
    'walls(kinds)',
  ],
  [
    'a server asks for the kind of a channel',
    'server/plant-n.ts',
    `export const n = (row: Record<string, unknown>) => 'phone' !== row['channelType']`,
    'walls(kinds)',
  ],
  [
    'a program switches by the kind of a channel',
    'cli/plant-n.ts',
    `export const n = (channelType: string) => {\n  switch (channelType) {\n    case 'phone':\n      return 1\n  }\n  return 2\n}`,
    'walls(kinds)',
  ],
  [
    'a cycle of imports',
    'server/plant-g.ts',
    `import { h } from './plant-h'\nexport const g = () => h`,
    'import(no-cycle)',
  ],
  [
    'a promise left alone',
    'server/plant-i.ts',
    `const work = async () => 1\nexport const i = () => {\n  work()\n}`,
    'typescript(no-floating-promises)',
  ],
  [
    'a promise taken for a condition',
    'server/plant-j.ts',
    `const ready = async () => true\nexport const j = () => (ready() ? 1 : 2)`,
    'typescript(no-misused-promises)',
  ],
]

/** Lawful neighbours of the plants, so that a wall that stops everything is found out too. */
const lawful: Record<string, string> = {
  'core/vocabulary/lawful.ts': `export { PRODUCT } from '../base/constants'`,
  'core/import/lawful.ts': `export { sites } from '../resources/sites/index'`,
  'core/lawful.test.ts': `import { join } from 'node:path'\nexport const lawful = join('a', process.env['B'] ?? '')`,
  'core/resources/apps/index.ts': `import type { Site } from '../sites/types'\nimport { resource } from '../../vocabulary/resource'\nexport const apps = (site: Site) => resource(site)`,
  'core/resources/index.ts': `export { apps } from './apps/index'`,
  'server/program/main.ts': `export { world } from '../../fixtures/world'\nexport { check } from '@tocsin/core/vocabulary/validate'`,
  'server/plant-h.ts': `import { g } from './plant-g'\nexport const h: unknown = g`,
  'server/lawful.ts': `import { sql } from 'kysely'\nexport const bound = (x: string) => sql\`select \${x}\``,
  'core/resources/channels/kinds/lawful.ts': `export const lawful = (channelType: string) => channelType === 'phone'`,
  'web/screens/profile/lawful.ts': `export { Row } from './row'\nexport { Field } from '../../form/field'`,
  'web/resources/clients/lawful.ts': `export { SitesMap } from '../sites/parts'\nexport { Page } from '../../pages/page'`,
  'web/app.tsx': `export { Shell } from './shell/shell'\nexport { store } from './store'`,
  'cli/commands/lawful.ts': `export { readFile } from 'node:fs/promises'`,
  'cli/io.ts': `export const width = process.stdout.columns`,
  'fixtures/lawful.ts': `export type { Site } from '@tocsin/core/resources/sites/types'`,
}

describe('the walls', () => {
  const copy = mkdtempSync(join(tmpdir(), 'tocsin-walls-'))
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  let found: { code: string; filename: string }[] = []
  beforeAll(async () => {
    for (const file of ['.oxlintrc.json', 'tsconfig.json', 'package.json', 'scripts/lint-walls.mjs'])
      cpSync(join(root, file), join(copy, file), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    const files = [...Object.entries(lawful), ...plants.map(([, path, text]) => [path, text] as const)]
    for (const [path, text] of files) {
      mkdirSync(dirname(join(copy, path)), { recursive: true })
      writeFileSync(join(copy, path), `${text}\n`)
    }
    const output = await new Promise<string>((resolve) => {
      const oxlint = join(root, 'node_modules/.bin/oxlint')
      execFile(oxlint, ['--type-aware', '--format=json'], { cwd: copy, maxBuffer: 1 << 24 }, (_, stdout) =>
        resolve(stdout),
      )
    })
    found = (JSON.parse(output) as { diagnostics: typeof found }).diagnostics
  })

  it.each(plants)('stop what breaks them: %s', (_, path, _text, rule) => {
    expect(found.filter((one) => one.filename === path).map((one) => one.code)).toContain(rule)
  })

  it.each(Object.keys(lawful).filter((path) => path !== 'server/plant-h.ts'))('let %s through', (path) => {
    expect(found.filter((one) => one.filename === path)).toEqual([])
  })
})

describe('the lockfile', () => {
  type Locked = {
    version: string
    link?: boolean
    resolved?: string
    integrity?: string
    hasInstallScript?: boolean
    inBundle?: boolean
  }
  const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }
  const installed = Object.entries(lock.packages).filter(([path, one]) => path.includes('node_modules/') && !one.link)

  it('T74 pins every package by its content and names no address to fetch it from', () => {
    const bare = installed.filter(([, one]) => !one.inBundle && !one.integrity?.startsWith('sha512-'))
    expect(bare.map(([path]) => path)).toEqual([])
    expect(installed.filter(([, one]) => one.resolved).map(([path]) => path)).toEqual([])
  })

  it('T74 runs no install script and lists the packages that would like to', () => {
    const { allowScripts, scripts } = JSON.parse(read('package.json')) as {
      allowScripts: Record<string, boolean>
      scripts: Record<string, string>
    }
    const wanting = installed
      .filter(([, one]) => one.hasInstallScript)
      .map(([path]) => path.split('node_modules/').pop()!)
    const known = [...Object.keys(allowScripts), 'fsevents']
    expect(wanting.filter((name) => !known.includes(name))).toEqual([])
    expect(read('scripts/setup.mjs')).toContain("'--ignore-scripts'")
    expect(Object.keys(scripts).filter((name) => /^(pre|post)?install$|^prepare$/.test(name))).toEqual([])
  })

  it('T74 asks for exact versions only', () => {
    const loose = ['.', 'core', 'server', 'web', 'cli'].flatMap((folder) => {
      const manifest = JSON.parse(read(join(folder, 'package.json'))) as Record<
        string,
        Record<string, string> | undefined
      >
      const wanted = { ...manifest['dependencies'], ...manifest['devDependencies'], ...manifest['overrides'] }
      return Object.entries(wanted).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))
    })
    expect(loose).toEqual([])
  })

  it('T74 stays small: every package added is a decision', () => {
    // Raise it knowingly, with the dependency that needs it in the same commit.
    expect(installed.length).toBeLessThanOrEqual(PACKAGES)
  })
})

describe('the tests', () => {
  /** A pattern of the configuration as a regular expression. */
  const pattern = (glob: string) =>
    new RegExp(
      `^${glob
        .replaceAll('.', '\\.')
        .replace(/\{([^}]*)\}/g, (_, names: string) => `(${names.replaceAll(',', '|')})`)
        .replaceAll('**/', '<folders>')
        .replaceAll('*', '[^/]*')
        .replaceAll('<folders>', '(.*/)?')}$`,
    )

  it('that run on the embedded engine alone are run on it where there is a PostgreSQL as well', () => {
    const alone = tracked.filter(
      (path) =>
        path.endsWith('.test.ts') &&
        existsSync(join(root, path)) &&
        /If\(databaseKind === 'embedded'\)\(/.test(read(path)),
    )
    expect(alone).toContain('tests/server/private-folder.test.ts')
    expect(alone.filter((path) => !onEngine.some((glob) => pattern(glob).test(path)))).toEqual([])
  })
})

/** Returns the resources that a text names, but for the kind of a scope, or a part of the server, with the name of one. */
const resourcesNamed = (text: string): string[] => {
  const without = text.replace(/kind(: | === | !== )'clients'|Pick<Parts, [^>]*>/g, '')
  return RESOURCE_NAMES.filter((name) => without.includes(`'${name}'`))
}

describe('what serves every resource', () => {
  const generic = tracked.filter((path) => /^server\/(records|http)\/.*(?<!\.test)\.ts$/.test(path))

  it.each(generic)('names none: %s', (path) => {
    expect(resourcesNamed(read(path))).toEqual([])
  })

  it('would be found out', () => {
    expect(generic.length).toBeGreaterThan(20)
    expect(resourcesNamed(`if (name === 'users' && scope.kind === 'clients') return`)).toEqual(['users'])
  })
})

describe('the tracked files', () => {
  const texts = tracked.filter((path) => !/\.(woff2|png|ico|pdf|gz)$/.test(path) && existsSync(join(root, path)))

  it('name no package registry and no path of a machine', () => {
    // Written apart, so that this file does not name them either.
    const names = [
      ['registry', 'npmjs'].join('.'),
      ['npm', 'mirror'].join(''),
      ...['work', 'root', 'home'].map((one) => `/${one}/`),
    ]
    const guilty = texts.filter((path) => names.some((name) => read(path).includes(name)))
    expect(guilty).toEqual([])
  })

  it('switch no wall off by a comment', () => {
    // A whole file may only allow elements that a grid or a combobox of rows cannot be made of.
    const off = /(ox|es)lint-disable(?!-next-line (?!.*(walls|no-cycle|floating|misused)))(?! jsx-a11y\/[^*]* -- )/
    expect(texts.filter((path) => path !== 'tests/house.test.ts' && off.test(read(path)))).toEqual([])
  })

  it.each(documents)('are where %s says', (document) => {
    const absent = readmePaths(read(document)).filter(
      (path) => !isTracked(path) && !GENERATED.some((one) => path.startsWith(one)),
    )
    expect(absent).toEqual([])
  })

  it.each(documents)('are where %s links to, and so are headings', (document) => {
    const dead = [...read(document).matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)\s]*))?\)/g)].filter(
      ([, path = '', heading]) => {
        const file = path === '' ? document : posix.join(dirname(document), path)
        return !isTracked(file) || (heading !== undefined && !headingsOf(read(file)).includes(heading))
      },
    )
    expect(dead.map(([link]) => link)).toEqual([])
  })

  it('C59 begin with a README that is short: what it is, a picture, the start, and where the rest is', () => {
    const lines = read('README.md').split('\n')
    expect(lines.length).toBeLessThanOrEqual(120)
    expect(lines.filter((line) => line.length > 200)).toEqual([])
    const at = (wanted: string) => lines.findIndex((line) => line.startsWith(wanted))
    const order = ['# ', '![', '## Start', '## The console', '## The terminal', '## Documents', '## Licence'].map(at)
    expect(order).toEqual(order.toSorted((one, other) => one - other))
    expect(order).not.toContain(-1)
  })

  it('C57 that configure the programs are in the document of the operator', () => {
    const sources = tracked.filter((path) => /^(server|cli)\/(?!.*\.test\.ts$).*\.ts$/.test(path))
    const used = sources.flatMap((path) => [...read(path).matchAll(/'(TOCSIN_[A-Z_]+)'|env\['([A-Z_]+)'\]/g)])
    const names = new Set(used.map(([, own, any]) => own ?? any!))
    expect(names).toContain('DATABASE_URL')
    const document = read('docs/configuration.md')
    expect([...names].filter((name) => !OF_THE_SYSTEM.includes(name) && !document.includes(`\`${name}\``))).toEqual([])
    const told = new Set(document.match(/\bTOCSIN_[A-Z_]+/g))
    expect([...told].filter((name) => !names.has(name))).toEqual([])
  })

  it('hold every exit code of the terminal', () => {
    const codes = [...read('docs/terminal.md').matchAll(/^\| (\d+) +\|/gm)].map(([, code]) => Number(code))
    expect(codes).toEqual(Object.values(EXIT))
  })

  it('C28 hold every key of an error in JSON', () => {
    const goldens = tracked.filter((path) => path.endsWith('.golden'))
    const errors = goldens.flatMap((path) => [...read(path).matchAll(/^2> (\{"error":\{.*\}\})$/gm)])
    const told = errors.map(([, json]) => JSON.parse(json!) as { error: object })
    const keys = new Set(told.flatMap(({ error }) => Object.keys(error)))
    const [table = ''] = /The keys of an error:\n\n((\|.*\n)+)/.exec(read('docs/terminal.md'))?.slice(1) ?? []
    const listed = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell]) => cell!.match(/(?<=`)\w+(?=`)/g) ?? [])
    expect(keys.size).toBeGreaterThan(10)
    expect([...keys].filter((key) => !listed.includes(key))).toEqual([])
  })

  it('hold a README that is read at one go, and every document is linked from it', () => {
    expect(read('README.md').split('\n').length).toBeLessThan(120)
    const others = documents.filter((document) => document !== 'README.md')
    expect(others.filter((document) => !read('README.md').includes(`](${document})`))).toEqual([])
  })

  it('of a document are found in prose, blocks and the tree', () => {
    const text =
      'See `core/vocabulary/resource.ts` and `npm start`.\n```\ntocsin/\n  cli/    terminal\n    main.ts a\n  web/ page\n```\n'
    expect(readmePaths(text)).toEqual(['core/vocabulary/resource.ts', 'cli/', 'cli/main.ts', 'web/'])
  })
})

/** Folders that exist only after a build or a start. */
const GENERATED = ['dist/', '.tocsin', 'shots/', 'node_modules']
const FOLDERS = ['core', 'server', 'web', 'cli', 'fixtures', 'tests', 'scripts', 'docs', '.ci']

/** Paths of the repository that a document names: in backticks, and in a tree drawn by indentation under `tocsin/`. */
function readmePaths(readme: string): string[] {
  const prose = readme.replace(/```[\s\S]*?```/g, '')
  const inProse = [...prose.matchAll(/`([\w.-]+\/[\w./-]*|[\w.-]+\.(?:ts|tsx|json|md|mjs))`/g)].map(([, path]) => path!)
  const named = inProse.filter((path) => FOLDERS.includes(path.split('/')[0]!) || !path.includes('/'))
  const tree = [...readme.matchAll(/```\w*\n(tocsin\/\n[\s\S]*?)```/g)].flatMap(([, block]) => {
    const above: { indent: number; path: string }[] = []
    return block!
      .split('\n')
      .slice(1)
      .flatMap((line) => {
        const [, space, name] = /^([\s│├└─]+)(\S+)/.exec(line) ?? []
        if (space === undefined || !/[./]/.test(name!)) return []
        while (above.length && above.at(-1)!.indent >= space.length) above.pop()
        const path = join(above.at(-1)?.path ?? '', name!)
        if (name!.endsWith('/')) above.push({ indent: space.length, path })
        return [path]
      })
  })
  return [...named, ...tree]
}
