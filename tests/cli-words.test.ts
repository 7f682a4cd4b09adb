import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createVocabulary } from '@tocsin/core/vocabulary/i18n'
import { LOCALES } from '@tocsin/core/base/constants'
import { importMessages } from '@tocsin/core/import/messages'
import { allResources, RESOURCE_NAMES } from '@tocsin/core/resources/index'
import { describe, expect, it } from 'vitest'
import { createContext } from '../cli/context'
import { EXIT } from '../cli/exit-codes'
import { LETTERS } from '../cli/global-flags'
import type { LocalizedCommand } from '../cli/localized-command'
import { commandTree, withBelow } from '../cli/model/tree'
import { loadHelp, OWN_COMMANDS, programFor, rootHelp } from '../cli/program'
import { referenceHelp } from '../cli/reference-help'
import { RESOURCE_GROUPS } from '../cli/resource-groups'
import { about } from '../cli/messages/resources'
import { alertWatch } from '../cli/messages/alert-watch'
import { alerts } from '../cli/messages/alerts'
import { api } from '../cli/messages/api'
import { apps } from '../cli/messages/apps'
import { auth } from '../cli/messages/auth'
import { channels } from '../cli/messages/channels'
import { commandWords } from '../cli/messages/commands'
import { codes } from '../cli/messages/codes'
import { configuration } from '../cli/messages/configuration'
import { providers } from '../cli/messages/monitoring-provider-secrets'
import { completion } from '../cli/messages/completion'
import { dashboard } from '../cli/messages/dashboard'
import { db } from '../cli/messages/db'
import { features } from '../cli/messages/features'
import { forms } from '../cli/messages/forms'
import { fieldHelp } from '../cli/messages/field-help'
import { find } from '../cli/messages/find'
import { messages } from '../cli/messages/general'
import { importWords } from '../cli/messages/import'
import { imports } from '../cli/messages/imports'
import { networkWords } from '../cli/messages/network'
import { places } from '../cli/messages/places'
import { profile } from '../cli/messages/profile'
import { runs } from '../cli/messages/runs'
import { serve } from '../cli/messages/serve'
import { sheets } from '../cli/messages/sheets'
import { surveyResults } from '../cli/messages/survey-results'
import { templates } from '../cli/messages/templates'
import { topics } from '../cli/messages/topics'
import { config } from '../cli/messages/config'
import { doctor } from '../cli/messages/doctor'
import { undo } from '../cli/messages/undo'
import { use } from '../cli/messages/use'
import { version } from '../cli/messages/version'
import { goldenFiles, readGolden, root } from './cli/golden'

const sources = readdirSync(join(root, 'cli'), { recursive: true, encoding: 'utf8' })
  .filter(
    (name) =>
      name.endsWith('.ts') &&
      !name.endsWith('.test.ts') &&
      !name.includes('node_modules') &&
      !name.startsWith('messages'),
  )
  .map((name) => ({ name, text: readFileSync(join(root, 'cli', name), 'utf8') }))

/** The words of each file in `cli/messages`; the words of a new file are added here. */
const parts = {
  ...messages,
  about,
  alertWatch,
  alerts,
  api,
  apps,
  auth,
  channels,
  codes,
  modelWords: commandWords,
  completion,
  configuration,
  dashboard,
  db,
  features,
  fieldHelp,
  find,
  forms,
  import: importWords,
  imports,
  network: networkWords,
  places,
  profile,
  providers,
  runs,
  serve,
  sheets,
  surveyResults,
  templates,
  topics,
  config,
  doctor,
  undo,
  use,
  version,
}

/** Files of words that `general` collects, or that only make them. */
const COLLECTED = new Set(['general', 'words', 'failures', 'help', 'input'])

it('compares the words of every file in both languages', async () => {
  const compared = new Set<unknown>(Object.values(parts))
  const missing: string[] = []
  for (const name of readdirSync(join(root, 'cli/messages')).map((file) => file.replace(/\.ts$/, ''))) {
    const words = (await import(`../cli/messages/${name}.ts`)) as Record<string, unknown>
    if (!COLLECTED.has(name) && !Object.values(words).some((one) => compared.has(one))) missing.push(name)
  }
  expect(missing, 'add these files of cli/messages to `parts` in tests/cli-words.test.ts').toEqual([])
})

describe('the words of the terminal', () => {
  const vocabulary = createVocabulary()
  for (const [name, words] of Object.entries(parts)) vocabulary.add(['cli', name], words)
  vocabulary.add(['import'], importMessages)

  it('LANG-01 hold every key that the sources name, in both languages', () => {
    for (const { name, text } of sources)
      for (const [, key = ''] of text.matchAll(/'(cli\.[a-z][\w.-]*)'/g))
        for (const locale of LOCALES) {
          const found = vocabulary.has(locale, key) || vocabulary.has(locale, `${key}.other`)
          expect(found, `${name}: ${key} in ${locale}`).toBe(true)
        }
  })

  it('LANG-01 fill the same values in both languages', () => {
    const parseFlags = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => String(name)).sort()
    const compare = (one: unknown, other: unknown, path: string): void => {
      if (typeof one === 'string') expect(parseFlags(String(other)), path).toEqual(parseFlags(one))
      else
        for (const [key, value] of Object.entries(one as object))
          compare(value, (other as Record<string, unknown>)[key], `${path}.${key}`)
    }
    for (const [name, words] of Object.entries(parts)) compare(words['en-US'], words['pt-BR'], name)
  })
})

/** Every command line that a golden runs, as it stands there. */
const lines = goldenFiles().flatMap((name) =>
  readGolden(name).steps.flatMap((step) => (step.kind === 'command' ? [step.line.slice(2)] : [])),
)

const context = (locale = 'en-US') =>
  createContext({ env: {}, stdout: { isTerminal: false, width: 80 }, signal: new AbortController().signal } as never, {
    locale,
  })

/** Returns a command and all below it, with the arguments that make it complete; of a group, its commands. */
async function leaves(word: string): Promise<LocalizedCommand[]> {
  const helping = context()
  await loadHelp(helping)
  const command = (await programFor(helping, [word]))!.commands[0] as LocalizedCommand
  if (command.commands.length === 0) return [command]
  const verbs = await Promise.all(
    command.commands.map(async (listed) => {
      const name = listed.name()
      const resourceCommand = (await programFor(helping, [word, name]))!.commands[0]!
      const verb = resourceCommand.commands.find((one) => one.name() === name) as LocalizedCommand
      return verb.commands.length > 0 ? (verb.commands as LocalizedCommand[]) : [verb]
    }),
  )
  return verbs.flat()
}

describe('C41 C45 every resource', () => {
  it('is in one group of the help, and no line of it is longer than a page', async () => {
    expect(Object.values(RESOURCE_GROUPS).flat().sort()).toEqual([...RESOURCE_NAMES].sort())
    for (const line of (await rootHelp(context())).split('\n')) expect(line.length, line).toBeLessThanOrEqual(100)
  })

  it.each(RESOURCE_NAMES)('%s says in a sentence what it is, in both languages', (name) => {
    for (const locale of LOCALES) {
      const sentence = about[locale][name]
      expect(sentence, locale).toMatch(/^\p{Lu}.*\.$/u)
      expect(String(sentence).length).toBeLessThanOrEqual(100)
    }
  })
})

describe('every command', () => {
  it.each([...RESOURCE_NAMES, ...OWN_COMMANDS])(
    'CARD-07 %s has examples that run, and says what its flags do',
    async (word) => {
      // Those of resources run in tests/cli/examples.test.ts.
      const isResource = (RESOURCE_NAMES as readonly string[]).includes(word)
      const run = new Set(lines.flatMap((line) => [line, line.replace(/ > \S+$/, '')]))
      for (const command of await leaves(word)) {
        const path = command.path()
        expect(command.description(), path).not.toBe('')
        expect(command.examples.length, path).toBeGreaterThan(0)
        // `serve` runs until told otherwise: its example is run by the tests of the set-up.
        if (word !== 'serve' && !isResource)
          for (const example of command.examples)
            expect(run.has(example), `${example} is run by no golden: add it to tests/cli/${word}.golden`).toBe(true)
        for (const option of command.options)
          if (!option.negate)
            expect(option.description, `${path} ${option.flags}`).not.toMatch(/^$|^cli\.|^resources\./)
      }
    },
  )

  it.each([...RESOURCE_NAMES, ...OWN_COMMANDS])('LANG-01 %s shows its help in both languages in a golden', (word) => {
    const asked = goldenFiles().flatMap((name) => {
      let locale = 'en-US'
      return readGolden(name).steps.flatMap((step) => {
        if (step.kind === 'env' && step.name === 'TOCSIN_LOCALE') locale = step.value
        return step.kind === 'command' && step.line.startsWith(`$ tocsin ${word} `) && step.line.endsWith('--help')
          ? [locale]
          : []
      })
    })
    expect(new Set(asked), `tests/cli/${word}.golden shows $ tocsin ${word} --help in each language`).toEqual(
      new Set(LOCALES),
    )
  })

  it('ends with a documented exit code, and each of them is reached by a golden or a signal', () => {
    const seen = new Set(
      goldenFiles().flatMap((name) =>
        [...readGolden(name).text.matchAll(/^\[exit (\d+)\]$/gm)].map(([, code]) => Number(code)),
      ),
    )
    const signals = [EXIT.interrupted, EXIT.terminated]
    expect([...seen, ...signals].sort((one, other) => one - other)).toEqual(Object.values(EXIT))
  })
})

it('every resource has a command, and the singular names it as well', async () => {
  for (const { name } of await allResources()) {
    expect((await programFor(context(), [name]))?.commands[0]?.name()).toBe(name)
    expect((await programFor(context(), [name.replace(/ies$/, 'y').replace(/s$/, '')]))?.commands[0]?.name()).toBe(name)
  }
})

/** A text as words in lower case, without what stands in parentheses. */
const wordsOf = (text: string) =>
  text
    .replace(/\(.*\)/, '')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()

describe('C42 C43 the help of each command', () => {
  it('says more about a flag than the words of the flag', async () => {
    const all = (await commandTree(context())).flatMap(withBelow)
    const repeated = all.flatMap(({ path, flags }) =>
      flags.flatMap(({ name, about }) => (wordsOf(about) === wordsOf(name) ? [`${path} ${name}: ${about}`] : [])),
    )
    expect(repeated).toEqual([])
    expect(all.flatMap(({ flags }) => flags).length).toBeGreaterThan(1000)
  })

  it('C53 has a letter for few flags, each for the same flag in every command', async () => {
    const all = (await commandTree(context())).flatMap(withBelow)
    const own = all.flatMap(({ flags }) => flags.flatMap(({ name, letter }) => (letter ? [`${letter} ${name}`] : [])))
    expect([...new Set(own)].sort()).toEqual(['-w --where'])
    expect(LETTERS).toEqual({ output: '-o', yes: '-y', quiet: '-q' })
    expect(all.find(({ path }) => path === 'sites list')!.flags.some(({ letter }) => letter === '-w')).toBe(true)
  })

  it('C51 names every way to name a record', async () => {
    for (const locale of LOCALES) {
      const reader = context(locale)
      await loadHelp(reader)
      for (const { name, aliases = [] } of await allResources()) {
        await reader.findResource(name)
        for (const alias of aliases) {
          const { vocabulary, t } = reader
          const keys = [`resources.${name}.fields.${alias}`, `fields.${alias}`]
          const label = t(keys.find((key) => vocabulary.has(reader.locale, key))!).toLowerCase()
          expect(referenceHelp(reader, name).split(/, | or | ou /), `${name} in ${locale}`).toContain(label)
        }
      }
    }
  })

  it('shows an argument that repeats with dots behind it, in brackets only where none will do', async () => {
    const usage = async (...path: string[]) => {
      let command = (await programFor(context(), path))!
      for (const word of path) command = command.commands.find((one) => one.name() === word) as LocalizedCommand
      return command.helpInformation().match(/tocsin .*/)![0]
    }
    expect(await usage('sites', 'set-app')).toBe('tocsin sites set-app <site>... [flags]')
    expect(await usage('sites', 'get')).toBe('tocsin sites get <site> [flags]')
    expect(await usage('channels', 'reorder')).toBe('tocsin channels reorder <app> <channel>... [flags]')
    expect(await usage('dashboard', 'apps')).toBe('tocsin dashboard apps [<app>...] [flags]')
    expect(await usage('auth', 'switch')).toBe('tocsin auth switch [account] [flags]')
  })
})
