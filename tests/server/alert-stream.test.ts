import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type TestWorld } from '../world'
import { note, openStream, type OpenStream, type StreamLine } from './stream-client'

let world: TestWorld
let acme: string
const open: OpenStream[] = []
beforeAll(async () => {
  world = await startWorld({ streams: { beat: 300, perUser: 6, poll: 60_000 } })
  await world.listen()
  acme = await world.token('acme-admin')
})
afterAll(async () => {
  for (const one of open) one.close()
  await world.close()
})

const stream = async (token: string, from?: string) => {
  const opened = await openStream(world.url, token, from)
  open.push(opened)
  return opened
}
const textIs = (text: string) => (line: StreamLine) => line.history?.['text'] === text

describe('the stream of alerts', () => {
  it('K10 says hello with a cursor at once, and then each event with its alert and a later cursor', async () => {
    const one = await stream(acme)
    expect(one.message.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
    const hello = await one.until(({ hello }) => hello)
    await note(world, acme, 2, 'first')
    await note(world, acme, 4, 'second')
    const [first, second] = [await one.until(textIs('first')), await one.until(textIs('second'))]
    const record = (await world.call(acme, 'GET', 'alerts/2')).body.data
    expect(first).toMatchObject({ event: 'noted', alert: record, history: { AlertId: 2, text: 'first' } })
    expect(second.alert?.id).toBe(4)
    expect(one.happenings()).toHaveLength(2)
    // From a cursor on, the rest comes again and nothing else.
    const later = await stream(acme, first.cursor)
    expect(await later.until(({ event }) => event)).toEqual(second)
    const all = await stream(acme, hello.cursor)
    await all.until(textIs('second'))
    expect(all.happenings()).toEqual([first, second])
    const beat = await later.until(({ beat }) => beat)
    expect((await (await stream(acme, beat.cursor)).until(({ beat }) => beat)).beat).toBe(true)
  })
})
