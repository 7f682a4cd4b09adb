import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runnerImport, type Plugin } from 'vite'
import { LOCALES, type Locale } from '../core/base/constants'
import { walk, type Node } from './inline-styles'
import type { WordsPart } from './language-files'

/** The modules whose words are loaded with the first page. Any other module keeps its words in both languages. */
const FIRST = /^(core\/(vocabulary|resources\/[\w-]+)|web(\/(commands|keys|pages|record|shell|table))?)\/messages\.ts$/

/** The words of a declaration that its face has (faces-first.ts). The others are loaded with the whole declaration. */
const FACE = /^core\/resources\//
const FACE_WORDS: ReadonlySet<string> = new Set(['name', 'names'])

/** The words that the first list does without, by their module. They are in a file of their own for each language. */
const LATER: Readonly<Record<string, readonly string[]>> = {
  'core/vocabulary/messages.ts': [
    'formErrors',
    'httpError',
    'advice',
    'verification',
    'passwords',
    'limits',
    'notices',
    'inUse',
    'consequences',
    'validation',
    'events',
    'agents',
  ],
  'web/messages.ts': [
    'about',
    'notCopied',
    'redone',
    'undone',
    'not',
    'nothingTo',
    'theme',
    'themes',
    'mode',
    'modes',
    'copy',
    'copied',
    'copiedText',
    'request',
    'problem',
    'undo',
    'again',
    'wait',
    'waited',
  ],
  'web/record/messages.ts': ['history', 'facts', 'requestId'],
  'web/keys/messages.ts': ['labels', 'scopes', 'prefixes', 'or', 'range', 'leave'],
  'web/shell/messages.ts': ['actingAs'],
  'web/commands/messages.ts': [
    'toldOnce',
    'outcome',
    'loginAs',
    'copy',
    'skips',
    'andMore',
    'counting',
    'filters',
    'filteredBy',
    'noWayBack',
    'canBeUndone',
    'canBeRestored',
    'typeName',
    'nothingHere',
    'reversible',
    'irreversible',
    'progress',
    'haveIt',
    'question',
    'commands',
    'done',
    'failed',
    'cancel',
    'close',
    'stop',
    'line',
    'dismiss',
    'notices',
    'open',
    'verbOfMany',
  ],
  'web/table/messages.ts': [
    'asDeclared',
    'notShown',
    'openRecord',
    'leaving',
    'notSaved',
    'unmatched',
    'notApplied',
    'previewRecord',
    'selectAllLoaded',
    'selectedOutside',
    'foreignSelected',
    'allSelected',
    'onlySelected',
    'showOnlySelected',
    'showSelected',
    'selectMore',
    'unread',
    'preview',
    'open',
    'close',
    'noMatch',
    'empty',
    'failed',
    'arranging',
    'panels',
    'columnsHelp',
    'columnMoved',
  ],
  'web/pages/messages.ts': [
    'noAccess',
    'notFound',
    'unlock',
    'summary',
    'playground',
    'settings',
    'configure',
    'isFirst',
    'isLast',
    'beyondLoaded',
    'location',
    'locationHint',
    'addressHint',
    'noLocation',
    'manager',
    'noManager',
    'sitesOnMap',
    'someOnMap',
    'position',
    'tabs',
    'refresh',
    'more',
    'next',
    'previous',
    'active',
    'inactive',
    'locked',
    'edit',
  ],
}

const PARTS: readonly WordsPart[] = ['first', 'later']

/**
 * Moves the words of the first page out of their modules and into files for each language, of which the page loads those
 * of the one that it shows (languages.ts). The modules remain the only place where the words are written.
 */
export function oneLanguage(root: string): Plugin {
  /** The address of a file of words in the tree, where there is none: the plugin makes it. */
  const fileOf = (locale: Locale, part: WordsPart) =>
    join(root, `web/${part === 'first' ? '' : `${part}-`}words-${locale}.js`)
  /** The words by file and module. */
  const files = new Map<string, Record<string, object>>(
    LOCALES.flatMap((locale) => PARTS.map((part) => [fileOf(locale, part), {}] as const)),
  )
  /** The name under which each of these modules exports its words. */
  const exported = new Map<string, string>()
  /** The modules that those are made of. */
  const parts = new Set<string>()

  const gather = async (module: string) => {
    const { module: found, dependencies } = await runnerImport<Record<string, Record<Locale, object>>>(
      join(root, module),
      { configFile: false, logLevel: 'error' },
    )
    const [[name, words] = [], ...more] = Object.entries(found)
    if (name === undefined || words === undefined || more.length > 0 || !isPair(Object.keys(words)))
      throw new Error(`${module} has to export one dictionary in both languages, and nothing else`)
    const missing = LATER[module]?.find((key) => !Object.hasOwn(words['en-US'], key))
    if (missing !== undefined) throw new Error(`${module} has no ${missing}, which is listed as needed later`)
    for (const locale of LOCALES) {
      const isLater = FACE.test(module)
        ? (key: string) => !FACE_WORDS.has(key)
        : (key: string) => LATER[module]?.includes(key) === true
      const entries = Object.entries(words[locale])
      files.get(fileOf(locale, 'first'))![module] = Object.fromEntries(entries.filter(([key]) => !isLater(key)))
      // The whole declaration brings all of its words in both languages.
      if (!FACE.test(module) && LATER[module])
        files.get(fileOf(locale, 'later'))![module] = Object.fromEntries(entries.filter(([key]) => isLater(key)))
    }
    if (FACE.test(module)) return
    exported.set(module, name)
    for (const part of dependencies) parts.add(part)
  }

  return {
    name: 'one-language',
    apply: 'build',
    enforce: 'post',
    async buildStart() {
      const sources = ['core', 'web'].flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
          `${folder}/${path}`.replaceAll('\\', '/'),
        ),
      )
      await Promise.all(sources.filter((path) => FIRST.test(path)).map(gather))
    },
    resolveId: (id) => (files.has(id) ? id : null),
    load(id) {
      const words = files.get(id)
      return words ? `export default ${JSON.stringify(words)}` : null
    },
    transform(code, id) {
      if (!id.startsWith(root)) return null
      const module = id.slice(root.length)
      if (module === 'web/language-files.ts')
        return `export const languageFiles = {${LOCALES.map((locale) => `'${locale}': {${PARTS.map((part) => `${part}: () => import('${fileOf(locale, part)}')`).join()}}`).join()}}`
      const name = exported.get(module)
      if (name !== undefined)
        return `import { wordsOf } from '${root}web/languages.ts'; export const ${name} = wordsOf('${module}')`
      // The words that others are made of are in the files already.
      return parts.has(id) ? { code: withoutPairs(code, this.parse(code)), map: null } : null
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        // The script in the head knows the language before any module runs, and asks for the file at once.
        const names = LOCALES.map((locale) => {
          const file = Object.values(bundle ?? {}).find(
            (one) => one.type === 'chunk' && one.facadeModuleId === fileOf(locale, 'first'),
          )
          return ` data-${locale.toLowerCase()}="/${file?.fileName}"`
        })
        return html.replace('src="/first-paint.js"', (found) => found + names.join(''))
      },
    },
  }
}

const isPair = (keys: readonly unknown[]) => keys.length === 2 && LOCALES.every((locale) => keys.includes(locale))

/** Returns the code with an empty object in the place of every dictionary in both languages. */
function withoutPairs(code: string, program: unknown): string {
  const found: Node[] = []
  walk(program, (node) => {
    if (node.type !== 'ObjectExpression') return
    const keys = (node['properties'] as Node[]).map((property) => (property['key'] as Node | undefined)?.['value'])
    if (isPair(keys)) found.push(node)
  })
  return found
    .toSorted((one, other) => other.start - one.start)
    .reduce((done, { start, end }) => `${done.slice(0, start)}{}${done.slice(end)}`, code)
}
