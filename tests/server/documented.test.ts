import { kebab } from '@tocsin/core/base/naming'
import { pathOf } from '@tocsin/core/vocabulary/resource'
import { allResources } from '@tocsin/core/resources/index'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uploadSheet } from '../upload-sheet'
import { startWorld, type TestWorld } from '../world'

/** A schema of a failure, with the codes that it can have. */
type Failure = {
  content: {
    'application/json': {
      schema: { allOf: [unknown, { properties: { error: { properties: { message: { enum: string[] } } } } }] }
    }
  }
}
type Schema = { $ref?: string; [keyword: string]: unknown }
type Operation = {
  responses: Record<string, { description?: string; $ref?: string; headers?: object }>
  parameters?: Schema[]
  requestBody?: object
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string; variables?: Record<string, { enum: string[] }> }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, Failure & { description: string }>
    securitySchemes: Record<string, unknown>
  }
}

let world: TestWorld
let document: Document
beforeAll(async () => {
  world = await startWorld()
  document = (await world.call(null, 'GET', '/openapi.json')).body as unknown as Document
})
afterAll(() => world.close())

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete'])

it('describes itself in OpenAPI 3.1, with every reference leading somewhere', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(document.info.title).toBeTypeOf('string')
  expect(document.info.version).toBe(world.parts.version)
  const refs: string[] = []
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (key === '$ref') refs.push(String(inner))
      walk(inner)
    }
  }
  walk(document)
  expect(refs.length).toBeGreaterThan(50)
  for (const ref of refs) {
    const [root, ...path] = ref.split('/')
    expect(root).toBe('#')
    expect(
      path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document),
      ref,
    ).toBeDefined()
  }
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item)) {
      if (method === 'parameters' || method === 'servers') continue
      expect(METHODS.has(method), `${method} ${path}`).toBe(true)
      expect(Object.keys(operation.responses).length).toBeGreaterThan(0)
      for (const { description, $ref } of Object.values(operation.responses))
        expect(description ?? $ref).toBeTypeOf('string')
    }
})

it('API-20 API-21 answers every documented route, and no other method on it', async () => {
  const root = await world.token('root')
  for (const [path, item] of Object.entries(document.paths)) {
    if ('servers' in item) continue
    // The stream does not end by itself.
    const query = path.endsWith('/stream') ? '?wait=0' : ''
    const url = document.servers[0]!.url + path.replace('{id}', '2000000') + query
    for (const method of METHODS) {
      const { status } = await world.call(
        // Signing out would end the session that this test asks with.
        path.startsWith('/authentication') ? null : root,
        method.toUpperCase(),
        url,
        ['post', 'put', 'patch'].includes(method) ? {} : undefined,
      )
      // A link has a token of its own.
      const isOfLink = path.startsWith('/public/') || /\/(result|files)$/.test(path)
      // A reset needs no password and the first user only a terminal: neither takes a token.
      const answered =
        path.includes('/restore-password') || path.endsWith('/first-root')
          ? [400]
          : path.startsWith('/authentication')
            ? // A terminal that begins to sign in is nobody yet.
              [path.endsWith('/terminal') ? 200 : 401]
            : isOfLink
              ? [401]
              : path.endsWith('/upload') || (path.endsWith('/params/options') && method === 'post')
                ? [415]
                : [200, 201, 400, 404]
      if (item[method]) expect(answered, `${method} ${path}`).toContain(status)
      else expect(status, `${method} ${path}`).toBe(405)
      if (
        isOfLink ||
        path.includes('/authentication') ||
        ['/features', '/documents/info', '/files/{name}'].includes(path)
      )
        continue
      expect((await world.call(null, method.toUpperCase(), url)).status, `${method} ${path} by nobody`).toBe(401)
    }
  }
})

/** Every route of the server as it prints them: a line each, deeper ones behind blanks. */
function routesOf(printed: string): string[] {
  const above: string[] = []
  return printed.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods] =
      /^((?:│ {3}| {4})*)(?:├──|└──) (\S*?)(?: \(([A-Z, -]+)\))?$/.exec(line) ?? []
    const depth = indent.length / 4
    above.length = depth
    above.push(part)
    return methods ? methods.split(', ').map((method) => `${method} ${above.join('')}`) : []
  })
}

it('T119 documents every route there is, under both prefixes, and the server’s own', async () => {
  const [api, ofType] = document.servers
  expect([api?.url, ofType?.url]).toEqual(['/api', '/api/v2/{userType}'])
  expect(ofType?.variables?.['userType']?.enum).toEqual(['tocsin', 'client', 'monitoring-provider'])
  const known = new Set(
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((method) => METHODS.has(method))
        .map((method) => `${method.toUpperCase()} ${'servers' in item ? '' : '/api'}${path}`),
    ),
  )
  const routes = routesOf(world.app.printRoutes({ commonPrefix: false, includeMeta: ['refuses'] }))
  expect(routes.length).toBeGreaterThan(200)
  const spelled = (route: string) => route.replace('/api/v2/:userType', '/api').replace(/:(\w+)/g, '{$1}')
  const unknown = routes.filter((route) => /^(GET|POST|PUT|PATCH|DELETE) /.test(route) && !known.has(spelled(route)))
  const root = await world.token('root')
  const answered: string[] = []
  for (const route of unknown.filter((one) => !one.includes('*') && !/ \/api(\/v2\/:userType)?\/?$/.test(one))) {
    const [method = '', path = ''] = route.split(' ')
    const { status } = await world.call(root, method, path.replace(':userType', 'tocsin').replaceAll(/:\w+/g, '1'))
    // A path says of each method that it has not which it has.
    if (status !== 405) answered.push(`${route} ${status}`)
  }
  expect(answered).toEqual([])
})

it('documents every resource’s routes, and answers only fields that it documents', async () => {
  const root = await world.token('root')
  for (const resource of await allResources()) {
    const { name, can, actions } = resource
    const route = pathOf(resource)
    const record = document.paths[`/${route}/{id}`]!
    expect(document.paths[`/${route}`]!['post'] !== undefined, name).toBe(can.create !== undefined)
    expect([record['put'] !== undefined, record['delete'] !== undefined]).toEqual([
      can.update !== undefined,
      can.delete !== undefined,
    ])
    for (const [action, { path }] of Object.entries(actions))
      expect(document.paths[`/${route}/{id}/${path ?? kebab(action)}`]?.['post'], action).toBeDefined()
    // A list may leave out long texts; several that are read by their ids are read whole.
    const [first] = (await world.call(root, 'GET', `${route}?limit=1`)).body.data as unknown as { id: number }[]
    const { data } = (await world.call(root, 'GET', `${route}?ids=${first?.id}`)).body as unknown as { data: object[] }
    const documented = Object.keys((document.components.schemas[name] as { properties: object }).properties)
    expect(documented.sort(), name).toEqual(Object.keys(data[0]!).sort())
  }
})

/** One byte more than a body may have. */
const LARGE = `{"a":"${'x'.repeat(1_048_569)}"}`

it('T119 documents a text search for each list that has one, and for no other', async () => {
  const root = await world.token('root')
  for (const resource of await allResources()) {
    const path = `/${pathOf(resource)}`
    const names = document.paths[`/api${path}`]?.['get']?.parameters ?? document.paths[path]?.['get']?.parameters ?? []
    const { status } = await world.call(root, 'GET', `${path.slice(1)}?q=x&limit=1`)
    expect([path, names.some(({ name }) => name === 'q')]).toEqual([path, status === 200])
  }
})

it('T119 names each status that a route fails with, and each code of it', async () => {
  const root = await world.token('root')
  const guest = await world.token('guest')
  const met = new Set<string>()
  const unnamed = new Set<string>()
  for (const [path, item] of Object.entries(document.paths)) {
    if ('servers' in item) continue
    for (const [method, operation] of Object.entries(item).filter(([one]) => METHODS.has(one)))
      for (const id of path.includes('{id}') ? ['1', '2000000'] : [''])
        for (const [token, body, headers] of [
          [root, '{}', {}],
          [root, '{}', { 'if-match': '"99"' }],
          ...(id === '2000000'
            ? []
            : ([
                [root, '{"surprise":1,"name":5,"token":"x","code":"x"}', { 'idempotency-key': 'documented' }],
                [root, '{', {}],
                [root, '{}', { 'content-type': 'text/plain' }],
                [root, LARGE, {}],
                [guest, '{}', {}],
                [null, '{}', {}],
              ] as const)),
        ] as const) {
          if (path === '/authentication/logout' && token !== null) continue
          const url = `/api${path.replace('{id}', id)}${method === 'get' ? '?limit=0&name=x' : ''}`
          const sent = method === 'get' || method === 'delete' ? undefined : body
          const { status, body: answer } = await world.call(token, method.toUpperCase(), url, sent, headers)
          if (status < 400) continue
          const code = answer.error?.message ?? ''
          met.add(`${status} ${code}`)
          const named = document.components.responses[status]?.content['application/json'].schema.allOf[1]
          const isNamed = operation.responses[status]?.$ref === `#/components/responses/${status}`
          if (!isNamed || !named?.properties.error.properties.message.enum.includes(code))
            unnamed.add(`${method} ${path} ${status} ${code}`)
        }
  }
  expect([...unnamed]).toEqual([])
  // It was asked in many ways.
  expect(met.size).toBeGreaterThan(12)
})

it('describes each sheet that the upload takes, with what belongs to it', async () => {
  const { parameters = [], requestBody } = document.paths['/clients/{id}/upload']!['post']!
  const form = requestBody as {
    content: { 'multipart/form-data': { schema: { oneOf: { required: string[]; properties: object }[] } } }
  }
  const { oneOf } = form.content['multipart/form-data'].schema
  expect(oneOf.map(({ required, properties }) => [required, Object.keys(properties)])).toEqual([
    [['csvSites'], ['csvSites', 'twins']],
    [['csvRegistrationData'], ['csvRegistrationData']],
    [['csvUsers'], ['csvUsers']],
    [['csvRegistrationCodes'], ['csvRegistrationCodes']],
  ])
  const names = parameters.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['dryRun', 'mode', 'siteType', 'contentId']))
  for (const { file, query, sheet } of [
    { file: 'csvSites', query: 'siteType=site', sheet: 'siteName,siteAddress\nA,B' },
    { file: 'csvRegistrationData', query: 'contentId=visitantes', sheet: 'key\nA' },
    { file: 'csvUsers', query: '', sheet: 'name,username,email,role\nA,a.b,a@example.org,admin' },
    { file: 'csvRegistrationCodes', query: '', sheet: 'code\nABCDEF' },
  ]) {
    const sending = { username: 'acme-admin', client: 2, file, query: `?dryRun=1&mode=create&${query}` }
    const { status, text } = await uploadSheet(world, sheet, sending)
    expect(status, text).toBe(200)
  }
})

it('T135 names each header of the answer to a repeat', async () => {
  const admin = await world.token('acme-admin')
  const headers = { 'idempotency-key': 'documented-repeat', 'x-request-id': 'documented-first' }
  const make = () => world.call(admin, 'POST', 'registration-codes', {}, headers)
  await make()
  const again = await make()
  const own = Object.keys(again.headers).filter((name) => name.startsWith('idempotent-'))
  expect(own.sort()).toEqual(['idempotent-replayed', 'idempotent-request-id'])
  const { headers: named = {} } = document.paths['/registration-codes']!['post']!.responses[again.status]!
  expect(Object.keys(named).map((name) => name.toLowerCase())).toEqual(expect.arrayContaining(own))
})
