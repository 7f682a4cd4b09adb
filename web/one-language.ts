import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runnerImport, type Plugin } from 'vite'
import { LOCALES, type Locale } from '../core/base/constants'
import { walk, type Node } from './inline-styles'

/** The modules whose words are loaded with the first page. Any other module keeps its words in both languages. */
const FIRST = /^(core\/(vocabulary|resources\/[\w-]+)|web(\/(commands|keys|pages|record|shell|table))?)\/messages\.ts$/

/**
 * Moves the words of the first page out of their modules and into one file for each language, of which the page loads
 * the one that it shows (languages.ts). The modules remain the only place where the words are written.
 */
export function oneLanguage(root: string): Plugin {
  /** The address of a language's file in the tree, where there is none: the plugin makes it. */
  const fileOf = (locale: Locale) => join(root, `web/words-${locale}.js`)
  /** The words by language and module. */
  const files: Record<Locale, Record<string, object>> = { 'en-US': {}, 'pt-BR': {} }
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
    exported.set(module, name)
    for (const part of dependencies) parts.add(part)
    for (const locale of LOCALES) files[locale][module] = words[locale]
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
    resolveId: (id) => (LOCALES.some((locale) => id === fileOf(locale)) ? id : null),
    load(id) {
      const locale = LOCALES.find((one) => id === fileOf(one))
      return locale ? `export default ${JSON.stringify(files[locale])}` : null
    },
    transform(code, id) {
      if (!id.startsWith(root)) return null
      const module = id.slice(root.length)
      if (module === 'web/language-files.ts')
        return `export const languageFiles = {${LOCALES.map((locale) => `'${locale}': () => import('${fileOf(locale)}')`).join()}}`
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
            (one) => one.type === 'chunk' && one.facadeModuleId === fileOf(locale),
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
