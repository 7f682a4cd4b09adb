import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { camel } from '../core/base/naming'
import { BODY } from '../core/vocabulary/resource'
import { walk, type Node } from './inline-styles'

const INDEX = 'core/resources/index.ts'
const LINE = /import\('\.\/([\w-]+)\/index'\)/g
const FACE = '?face'

/** The properties of a declaration that its face lacks. The words of a face are added apart. */
const CUT: ReadonlySet<unknown> = new Set([...BODY, 'messages'])

/**
 * Loads only the faces of the declarations with the first page: what the palette, the sidebar and the addresses need.
 * Resources without screens are in none of these, and come as a whole with the rest. A face is made from the source of its declaration, which remains the only place where anything is written.
 */
export function facesFirst(root: string): Plugin {
  const isScreenless = (folder: string) => {
    const view = join(root, 'web/resources', folder, 'index.ts')
    return existsSync(view) && readFileSync(view, 'utf8').includes('screenless: true')
  }
  const declared = [...readFileSync(join(root, INDEX), 'utf8').matchAll(LINE)]
    .map(([, folder = '']) => folder)
    .filter((folder) => !isScreenless(folder))
    .map((folder) => ({
      name: camel(folder),
      source: `${root}${dirname(INDEX)}/${folder}/index.ts${FACE}`,
      words: `core/resources/${folder}/messages.ts`,
    }))
  return {
    name: 'faces-first',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (id === join(root, 'web/data/faces.ts'))
        return [
          `import { wordsOf } from '${root}web/languages.ts'`,
          ...declared.map(({ name, source }, at) => `import { ${name} as face${at} } from '${source}'`),
          `const faces = [${declared.map(({ words }, at) => `{ ...face${at}, messages: wordsOf('${words}') }`).join()}]`,
          'export const loadFaces = () => Promise.resolve(faces)',
        ].join('\n')
      const one = declared.find(({ source }) => source === id)
      return one
        ? { code: withoutUnused(faceOf(code, this.parse(code)), one.name, (text) => this.parse(text)), map: null }
        : null
    },
  }
}

/** Returns the source of a declaration without the properties that its face lacks. */
function faceOf(code: string, program: unknown): string {
  const cut: Node[] = []
  walk(program, (node) => {
    const callee = node.type === 'CallExpression' ? (node['callee'] as Node) : undefined
    if (callee?.type !== 'CallExpression' || (callee['callee'] as Node)['name'] !== 'resource') return
    const [declaration] = node['arguments'] as Node[]
    for (const property of (declaration?.['properties'] ?? []) as Node[])
      if (CUT.has((property['key'] as Node | undefined)?.['name'])) cut.push(property)
  })
  if (cut.length === 0) throw new Error('a declaration has to be one call of resource() with an object')
  return without(code, cut, ',')
}

/**
 * Returns the code without imports and declarations that nothing in it uses, except the face. What only these used goes as
 * well.
 */
function withoutUnused(code: string, face: string, parse: (code: string) => unknown): string {
  const program = parse(code) as { body: Node[] }
  const uses = new Map<unknown, number>()
  walk(program, (node) => {
    if (node.type === 'Identifier') uses.set(node['name'], (uses.get(node['name']) ?? 0) + 1)
  })
  const isUnused = (name: unknown, times: number) => (uses.get(name) ?? 0) <= times
  const cut = program.body.filter((whole) => {
    const isExport = whole.type === 'ExportNamedDeclaration' && whole['declaration'] !== null
    const statement = isExport ? (whole['declaration'] as Node) : whole
    if (statement.type === 'ImportDeclaration')
      return (statement['specifiers'] as Node[]).every(({ local, imported }) =>
        isUnused((local as Node)['name'], (imported as Node | undefined)?.['name'] === (local as Node)['name'] ? 2 : 1),
      )
    if (statement.type === 'FunctionDeclaration') return isUnused((statement['id'] as Node)['name'], 1)
    if (statement.type === 'VariableDeclaration')
      return (statement['declarations'] as Node[]).every(
        ({ id }) => (id as Node)['name'] !== face && isUnused((id as Node)['name'], 1),
      )
    return false
  })
  return cut.length === 0 ? code : withoutUnused(without(code, cut, ''), face, parse)
}

/** Returns the code without these nodes, and without the sign that follows each of them. */
const without = (code: string, nodes: readonly Node[], sign: string): string =>
  nodes
    .toSorted((one, other) => other.start - one.start)
    .reduce((done, { start, end }) => {
      const rest = done.slice(end)
      return (
        done.slice(0, start) + (sign !== '' && rest.trimStart().startsWith(sign) ? rest.trimStart().slice(1) : rest)
      )
    }, code)
