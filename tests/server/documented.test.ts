import { kebab } from '@tocsin/core/naming'
import { pathOf } from '@tocsin/core/resource'
import { allResources } from '@tocsin/core/resources/index'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type TestWorld } from '../world'

type Schema = { $ref?: string; [keyword: string]: unknown }
type Operation = { responses: Record<string, { description: string }>; parameters?: Schema[]; requestBody?: object }
type Document = {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, unknown> }
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
      if (method === 'parameters') continue
      expect(METHODS.has(method), `${method} ${path}`).toBe(true)
      expect(Object.keys(operation.responses).length).toBeGreaterThan(0)
      for (const response of Object.values(operation.responses)) expect(response.description).toBeTypeOf('string')
    }
})

it('API-20 API-21 answers every documented route, and no other method on it', async () => {
  const root = await world.token('root')
  for (const [path, item] of Object.entries(document.paths)) {
    const url = document.servers[0]!.url + path.replace('{id}', '2000000')
    for (const method of METHODS) {
      const { status } = await world.call(
        // Signing out would end what this test asks with.
        path.startsWith('/authentication') ? null : root,
        method.toUpperCase(),
        url,
        ['post', 'put', 'patch'].includes(method) ? {} : undefined,
      )
      // A reset is asked for by whoever has no password: there is nothing to be let in by.
      const answered = path.includes('/restore-password')
        ? [400]
        : path.startsWith('/authentication')
          ? [401]
          : path.endsWith('/upload')
            ? [415]
            : [200, 201, 400, 404]
      if (item[method]) expect(answered, `${method} ${path}`).toContain(status)
      else expect(status, `${method} ${path}`).toBe(405)
      if (path.includes('/authentication') || ['/features', '/documents/info'].includes(path)) continue
      expect((await world.call(null, method.toUpperCase(), url)).status, `${method} ${path} by nobody`).toBe(401)
    }
  }
})

it('documents every noun’s routes, and answers only fields that it documents', async () => {
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
