// The walls of the house, as two rules of the linter: the imports allowed to each folder, and no SQL built from
// strings. The linter's own restricted imports see no dynamic `import()` and know no folders, so the table stands here.
import { isBuiltin } from 'node:module'
import { dirname, join, posix, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const inTree = (filename) => relative(root, filename).split(sep).join('/')

const resource = (path) => /^core\/resources\/([^/]+)\//.exec(path)?.[1]
/** The screen or the resource that a file of the console belongs to. */
const owner = (path) => /^web\/(?:screens|resources)\/[^/]+(?=\/)/.exec(path)?.[0]

/**
 * The rooms of each package from the ground up. A room imports those below it, types and lazy imports included; rooms of one
 * level do not know each other.
 */
const LEVELS = {
  core: [
    ['base'],
    ['vocabulary'],
    ['csv'],
    ['api', 'form'],
    ['find', 'command-line'],
    ['resources'],
    ['apps', 'import', 'configuration'],
    ['export'],
  ],
  server: [
    ['ground'],
    ['db'],
    ['secrets', 'outbound', 'copy'],
    ['context'],
    ['http'],
    ['codes'],
    ['attempts'],
    ['outbox'],
    ['records'],
    ['auth'],
    ['resources'],
    ['delivery', 'imports', 'mobile', 'stream'],
    ['program'],
  ],
  web: [
    ['ground'],
    ['keys'],
    ['ui'],
    ['html', 'map', 'preview', 'forms'],
    ['data', 'outside'],
    ['notices'],
    ['secrets', 'entrance'],
    ['navigation'],
    ['record'],
    ['form'],
    ['commands', 'rules'],
    ['accounts', 'sheets'],
    ['table'],
    ['palette', 'builder'],
    ['pages'],
    ['resources'],
    ['screens'],
    ['shell'],
    ['app'],
  ],
}
/** Files beside the rooms that put the console together; every other file beside rooms, and the tokens, are the ground. */
const APP =
  /^web\/(app|main|routes|faces-first|first-chunk|inline-styles|one-language|vite\.(config|outside))(\.tsx?)?$/

const packageOf = (path) => path.slice(0, path.indexOf('/'))
const room = (path) => {
  const [, folder] = /^[^/]+\/([^/]+)\//.exec(path) ?? []
  if (folder === undefined) return APP.test(path) ? 'app' : 'ground'
  return folder === 'tokens' ? 'ground' : folder
}
/** Returns how high the room of a file stands in its package, counted from the ground. */
export const level = (path) => LEVELS[packageOf(path)].findIndex((rooms) => rooms.includes(room(path)))

/**
 * The walls, each with the importing files it is for and the targets it stops. Targets are paths in the tree
 * (`core/vocabulary/validate`), or the package's name for anything outside of it.
 */
const walls = [
  {
    from: /^core\//,
    stops: ({ to }) => /^(server|web|cli|fixtures|tests)\//.test(to),
    say: 'core knows nothing of the programs that stand on it',
  },
  {
    from: /^core\/(?!.*\.test\.ts$)/,
    stops: ({ to }) => isBuiltin(to) || /^(react|react-dom)($|\/)/.test(to),
    say: 'core runs anywhere: no Node modules, no React',
  },
  {
    from: /^(core|server|web)\/(?!.*\.test\.tsx?$)/,
    stops: ({ from, to }) => packageOf(to) === packageOf(from) && room(to) !== room(from) && !(level(to) < level(from)),
    say: 'a room imports only the rooms below it',
  },
  {
    from: /^core\/resources\/[^/]+\/(?!.*\.test\.ts$)/,
    stops: ({ from, to, types }) =>
      !types &&
      (/^core\/resources(\/index)?$/.test(to) || (resource(to) !== undefined && resource(to) !== resource(from))),
    say: "a resource takes another resource's types, never its values",
  },
  { from: /^server\//, stops: ({ to }) => /^(web|cli)\//.test(to), say: 'server, web and cli never import each other' },
  {
    from: /^server\/(?!program\/main\.ts$|.*\.test\.ts$)/,
    stops: ({ to }) => to.startsWith('fixtures/'),
    say: 'only server/program/main.ts imports the fixtures, to seed',
  },
  {
    from: /^web\//,
    stops: ({ to }) => /^(server|cli)\//.test(to),
    say: 'server, web and cli never import each other',
  },
  {
    from: /^web\//,
    stops: ({ from, to }) =>
      owner(to) !== undefined && owner(from) !== undefined && owner(to) !== owner(from) && !to.endsWith('/parts'),
    say: 'a screen never imports another screen, and a resource takes from another only what its parts.ts offers',
  },
  { from: /^cli\//, stops: ({ to }) => to.startsWith('web/'), say: 'server, web and cli never import each other' },
  {
    from: /^cli\//,
    stops: ({ from, to, lazy }) =>
      to.startsWith('server/') && !(/^cli\/commands\/(serve|db-run)\.ts$/.test(from) && lazy),
    say: 'only cli/commands/serve.ts and db-run.ts import the server, by import()',
  },
  {
    from: /^fixtures\//,
    stops: ({ to }) => /^(server|web|cli)\//.test(to),
    say: 'fixtures import core alone',
  },
  {
    from: /^(web|cli)\/(?!.*\.test\.tsx?$)/,
    stops: ({ to }) => to.startsWith('fixtures/'),
    say: 'only server/program/main.ts and tests import the fixtures',
  },
  {
    from: /^(core|server|web|cli|fixtures)\/(?!.*\.test\.tsx?$)/,
    stops: ({ to }) => to.startsWith('tests/'),
    say: 'nothing but a test imports tests',
  },
]

/** The target of an import as a path in the tree where it is one. */
const target = (filename, source) => {
  if (source.startsWith('.')) return inTree(join(dirname(filename), source))
  const own = /^@tocsin\/(\w+)(\/.*)?$/.exec(source)
  return own ? posix.join(own[1], own[2] ?? '/') : source
}

const imports = {
  create(context) {
    const from = inTree(context.filename)
    const standing = walls.filter((wall) => wall.from.test(from))
    if (!standing.length) return {}
    const look = (node, source, how) => {
      if (typeof source?.value !== 'string') return
      const to = target(context.filename, source.value)
      const wall = standing.find(({ stops }) => stops({ from, to, types: false, lazy: false, ...how }))
      if (wall) context.report({ node, message: `${wall.say} (${from} imports ${to})` })
    }
    const onlyTypes = (node) =>
      node.importKind === 'type' ||
      node.exportKind === 'type' ||
      (node.specifiers?.length > 0 && node.specifiers.every((one) => (one.importKind ?? one.exportKind) === 'type'))
    const declaration = (node) => look(node, node.source, { types: onlyTypes(node) })
    return {
      ImportDeclaration: declaration,
      ExportNamedDeclaration: declaration,
      ExportAllDeclaration: declaration,
      ImportExpression: (node) => look(node, node.source, { lazy: true }),
      TSImportType: (node) => look(node, node.source ?? node.argument?.literal, { types: true }),
    }
  },
}

const isBuilt = (node) =>
  (node?.type === 'TemplateLiteral' && node.expressions.length > 0) ||
  (node?.type === 'BinaryExpression' && node.operator === '+')

const sql = {
  meta: { schema: [{ type: 'object', properties: { allow: { type: 'array', items: { type: 'string' } } } }] },
  create(context) {
    if (context.options[0]?.allow?.includes(inTree(context.filename))) return {}
    const say = 'SQL is never built from strings: use the query builder or sql`…`, which binds its values'
    return {
      CallExpression(node) {
        const { callee } = node
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
        const { name } = callee.property
        const owner = callee.object.type === 'Identifier' ? callee.object.name : ''
        const raw =
          (owner === 'sql' && ['raw', 'lit', 'literal'].includes(name)) || (owner === 'CompiledQuery' && name === 'raw')
        if (raw || (['query', 'exec'].includes(name) && isBuilt(node.arguments[0])))
          context.report({ node, message: say })
      },
    }
  },
}

/** Returns whether an expression is the kind of a channel: `channelType`, `channel.channelType`, `row['channelType']`. */
const isChannelType = (node) =>
  node?.type === 'ChainExpression'
    ? isChannelType(node.expression)
    : node?.type === 'MemberExpression'
      ? (node.computed ? node.property.value : node.property.name) === 'channelType'
      : node?.type === 'Identifier' && node.name === 'channelType'

const kinds = {
  create(context) {
    if (/^(core\/resources\/channels\/kinds|fixtures|tests)\/|\.test\.tsx?$/.test(inTree(context.filename))) return {}
    const message = 'what differs by the kind of a channel is said by the kind (core/resources/channels/kinds)'
    const isText = (node) => node?.type === 'Literal' && typeof node.value === 'string'
    return {
      BinaryExpression(node) {
        if (!['===', '!==', '==', '!='].includes(node.operator)) return
        const { left, right } = node
        if ((isChannelType(left) && isText(right)) || (isText(left) && isChannelType(right)))
          context.report({ node, message })
      },
      SwitchStatement(node) {
        if (isChannelType(node.discriminant)) context.report({ node, message })
      },
    }
  },
}

export default { meta: { name: 'walls' }, rules: { imports, sql, kinds } }
