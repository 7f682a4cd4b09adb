import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

export type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** Panda's functions that turn style objects into class names, as generated in `web/styled-system`. */
type Styles = {
  css: (styles: object) => string
  cva: (recipe: object) => ((chosen: Record<string, string | boolean>) => string) & {
    variantMap: Record<string, string[]>
    config: { defaultVariants?: Record<string, string> }
  }
}

/**
 * Evaluates `css({…})` and `cva({…})` at build time: the page gets class names instead of the style objects and the
 * code that reads them. The argument is made of literals alone: a single other call would load that code before the
 * first page.
 */
export function inlineStyles(styledSystem: string): Plugin {
  let styles: Styles
  return {
    name: 'inline-styles',
    apply: 'build',
    enforce: 'post',
    async buildStart() {
      styles = (await import(pathToFileURL(`${styledSystem}/css/index.mjs`).href)) as Styles
    },
    transform(code, id) {
      if (!code.includes('styled-system/css') || id.includes('/styled-system/')) return null
      const changes: { start: number; end: number; text: string }[] = []
      walk(this.parse(code), (node) => {
        const name = node.type === 'CallExpression' ? (node['callee'] as Node)['name'] : undefined
        if (name !== 'css' && name !== 'cva') return
        const [argument, ...rest] = node['arguments'] as Node[]
        if (!argument || rest.length > 0 || !isLiteral(argument))
          this.error(`${name}() takes one object of literals, which the build evaluates`, node.start)
        // oxlint-disable-next-line typescript/no-implied-eval -- a literal of our own source, read as what it is
        const value = new Function(`return (${code.slice(argument.start, argument.end)})`)() as object
        const text = name === 'css' ? JSON.stringify(styles.css(value)) : variants(styles.cva(value))
        if (text === null)
          this.error('a property stands in the base of this recipe and in a variant, or in two variants', node.start)
        changes.push({ start: node.start, end: node.end, text })
      })
      if (changes.length === 0) return null
      const text = changes
        .toSorted((one, other) => other.start - one.start)
        .reduce((done, change) => done.slice(0, change.start) + change.text + done.slice(change.end), code)
      return { code: text, map: null }
    },
  }
}

/**
 * Returns the source of a function that joins the classes of a recipe: those of its base, and those of each chosen
 * variant. Null where that is not enough, because a variant replaces a property of the base or of another variant.
 */
function variants(recipe: ReturnType<Styles['cva']>): string | null {
  const names = Object.keys(recipe.variantMap)
  const defaults = Object.assign({}, ...names.map((name) => defaultOf(recipe, name))) as Record<string, string>
  const all: { chosen: Record<string, string>; classes: string[] }[] = []
  const fill = (chosen: Record<string, string>, left: string[]): void => {
    const [name, ...more] = left
    if (name === undefined) {
      all.push({ chosen, classes: recipe(chosen).split(' ') })
      return
    }
    for (const value of recipe.variantMap[name]!) fill({ ...chosen, [name]: value }, more)
    // Without a choice the default of the variant applies; without a default, the base alone.
    fill({ ...chosen, ...defaultOf(recipe, name) }, more)
  }
  fill({}, names)
  const shared = (some: typeof all) =>
    some[0]!.classes.filter((one) => some.every(({ classes }) => classes.includes(one)))
  const base = shared(all)
  const partOf = (name: string, value: string) =>
    shared(all.filter(({ chosen }) => chosen[name] === value)).filter((one) => !base.includes(one))
  const parts = Object.fromEntries(
    names.map((name) => [
      name,
      Object.fromEntries(recipe.variantMap[name]!.map((value) => [value, partOf(name, value)])),
    ]),
  )
  const isSum = all.every(({ chosen, classes }) => {
    const sum = [...base, ...names.flatMap((name) => parts[name]![chosen[name]!] ?? [])]
    return sum.toSorted().join() === classes.toSorted().join()
  })
  if (!isSum) return null
  const words = JSON.stringify(parts, (_, value: unknown) =>
    Array.isArray(value) ? value.map((one) => ` ${one}`).join('') : value,
  )
  return `((base, parts, defaults) => (chosen) => Object.keys(parts).reduce((classes, name) => classes + (parts[name][chosen?.[name] ?? defaults[name]] ?? ''), base))(${JSON.stringify(base.join(' '))}, ${words}, ${JSON.stringify(defaults)})`
}

const defaultOf = (recipe: ReturnType<Styles['cva']>, name: string): Record<string, string> => {
  const value = recipe.config.defaultVariants?.[name]
  return value === undefined ? {} : { [name]: value }
}

/** Returns whether a node is made of literals alone, so that it has the same value here as in the page. */
function isLiteral(node: Node): boolean {
  switch (node.type) {
    case 'Literal':
      return true
    case 'UnaryExpression':
      return isLiteral(node['argument'] as Node)
    case 'ObjectExpression':
      return (node['properties'] as Node[]).every(
        (property) =>
          property.type === 'Property' &&
          (!property['computed'] || isLiteral(property['key'] as Node)) &&
          isLiteral(property['value'] as Node),
      )
    case 'ArrayExpression':
      return (node['elements'] as Node[]).every(isLiteral)
    case 'TemplateLiteral':
      return (node['expressions'] as Node[]).length === 0
    default:
      return false
  }
}

/** Calls a function with every node of a syntax tree. */
export function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) {
    for (const one of node) walk(one, visit)
    return
  }
  if (typeof node !== 'object' || node === null) return
  if (typeof (node as Node).type === 'string') visit(node as Node)
  for (const value of Object.values(node)) if (typeof value === 'object') walk(value, visit)
}
