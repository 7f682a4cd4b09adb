import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { join } from 'node:path'
import { ApiError } from '@tocsin/core/base/errors'
import { apps } from '@tocsin/core/resources/apps/index'
import { noFaults } from '../../server/faults'
import type { TestWorld } from '../world'
import { USUAL_CONFIG } from '../usual-config'
import { runWithin } from './run-within'
import { openWorldAndFolder } from './world-and-folder'

let world: TestWorld
let folder: string
openWorldAndFolder('app-create', (opened, made) => {
  ;[world, folder] = [opened, made]
})

/** Runs `apps create` against the server, and returns with it the writes that were sent, as they were. */
async function create(locale: string, ...flags: string[]) {
  const sent: unknown[] = []
  const pass = async (request: IncomingMessage, answer: ServerResponse) => {
    const { method = 'GET', url = '', headers } = request
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const body = Buffer.concat(pieces)
    if (method !== 'GET') sent.push([method, url, JSON.parse(body.toString('utf8')) as unknown])
    const asked = Object.entries(headers).filter(([name]) => !['host', 'connection', 'content-length'].includes(name))
    const answered = await fetch(world.url + url, {
      method,
      headers: asked as [string, string][],
      ...(method === 'GET' ? {} : { body }),
    })
    const kind = answered.headers.get('content-type') ?? ''
    answer.writeHead(answered.status, { 'content-type': kind }).end(Buffer.from(await answered.arrayBuffer()))
  }
  const between = createServer((request, answer) => void pass(request, answer))
  await new Promise<void>((listening) => between.listen(0, '127.0.0.1', listening))
  const env = {
    TOCSIN_HOST: `http://127.0.0.1:${(between.address() as AddressInfo).port}`,
    TOCSIN_LOCALE: locale,
    TOCSIN_TOKEN: await world.token('root'),
    TOCSIN_CONFIG_DIR: join(folder, 'config'),
  }
  const words = ['apps', 'create', '--client=Acme', '--project=default', ...flags]
  const ran = await runWithin(words, { world, cwd: folder, env, stdin: Buffer.alloc(0) })
  between.closeAllConnections()
  await new Promise((closed) => between.close(closed))
  return { ...ran, sent }
}

const stored = async (q: string) =>
  (await world.call(await world.token('root'), 'GET', `apps?withSchema=true&q=${encodeURIComponent(q)}`)).body
    .data as Record<string, unknown>[]

it('APP-18 APP-20 A-079 makes an app by two calls: what it is, and then what it looks like', async () => {
  const made = await create('en-US', '--name=Guarda', '--description=Da guarda', '--json=id,name,label')
  const { id } = JSON.parse(made.stdout) as { id: number }
  expect(made).toMatchObject({ exit: 0, stderr: '' })
  expect(made.sent).toEqual([
    ['POST', '/api/apps', { name: 'Guarda', projectId: 2, isDefault: false, clientId: 2, description: 'Da guarda' }],
    ['PATCH', `/api/apps/${id}/schema`, { label: 'Guarda', config: USUAL_CONFIG }],
  ])
  const styled = await create(
    'en-US',
    '--name=Vermelho',
    '--is-default',
    '--label=SOS',
    '--config.header-color=#AA0000',
    '--generate-passport-key',
    '--json=id',
  )
  expect(styled.sent).toEqual([
    [
      'POST',
      '/api/apps',
      {
        name: 'Vermelho',
        projectId: 2,
        isDefault: true,
        clientId: 2,
        description: null,
        generatePassportKey: true,
      },
    ],
    [
      'PATCH',
      expect.stringMatching(/^\/api\/apps\/\d+\/schema$/),
      { label: 'SOS', config: { ...USUAL_CONFIG, headerColor: '#AA0000' } },
    ],
  ])
  expect(await stored('Vermelho')).toMatchObject([{ label: 'SOS', config: { headerColor: '#AA0000' } }])
})

it('APP-20 makes no app where its look is wrong', async () => {
  const { exit, stderr, sent } = await create('en-US', '--name=Azulado', '--config.header-color=blue')
  expect([exit, sent]).toEqual([3, []])
  expect(stderr).toContain('--config.header-color')
  expect(await stored('Azulado')).toEqual([])
})

it.each([
  ['en-US', 'was created, but its label and theme were not saved'],
  ['pt-BR', 'foi criado, mas o rótulo e o tema não foram salvos'],
])('APP-20 leaves an app whose look was not saved, and prints the line that saves it: %s', async (locale, said) => {
  world.faults.current = (point, { route }) => {
    if (point === 'request' && route.endsWith('/apps/:id/schema'))
      throw new ApiError({ status: 500, code: 'INTERNAL_ERROR' })
  }
  const name = `Meio ${locale}`
  const { exit, stdout, stderr } = await create(locale, `--name=${name}`, '--label=SOS', '--config.text-color=#000000')
  const [app] = await stored(name)
  expect(exit).toBe(8)
  expect(stdout).toBe('')
  expect(stderr).toContain(`${name} (${Number(app!['id'])}) ${said}`)
  expect(stderr).toContain(`tocsin apps customize ${Number(app!['id'])} --label=SOS '--config.text-color=#000000'`)
  world.faults.current = noFaults
  await world.call(await world.token('root'), 'DELETE', `apps/${Number(app!['id'])}`)
})

it('A-048 lets an account make an app that may not change it afterwards', async () => {
  expect(apps.can.create).toContain('apps:create')
  world.faults.current = (point, { route }) => {
    if (point === 'request' && route.endsWith('/apps/:id/schema'))
      throw new ApiError({ status: 403, code: 'FORBIDDEN', details: { permissions: ['apps:update'] } })
  }
  const { exit } = await create('en-US', '--name=Alheio')
  expect(exit).toBe(0)
  expect(await stored('Alheio')).toMatchObject([{ label: null, config: USUAL_CONFIG }])
  expect((await create('en-US', '--name=Alheio 2', '--label=SOS')).exit).toBe(8)
})
