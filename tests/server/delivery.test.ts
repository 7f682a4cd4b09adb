import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { withServer } from '../../server/context/actor'
import { queueMail, startDelivery, type Send } from '../../server/outbox/outbox'
import { codeIn } from '../deliver'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
let running: { stop: () => Promise<void> } | undefined
beforeAll(async () => {
  world = await startWorld()
})
afterEach(() => running?.stop())
afterAll(() => world.close())

/** A round so rare that a message leaves only by a wake. */
const NEVER = 2 ** 30
const collect = (every = NEVER) => {
  const sent: string[] = []
  running = startDelivery(world.parts, async ({ to }) => void sent.push(to), '', { every })
  return sent
}
const queue = (recipient: string, fails = false) =>
  withServer(world.database, async (tx) => {
    await queueMail(
      { parts: world.parts, tx, locale: 'en-US' },
      { recipient, template: 'welcome', data: { name: 'Ana', username: 'ana' }, clientId: null },
    )
    if (fails) throw new Error('not after all')
  })

it('sends what was written once its transaction is over, without waiting for the next look', async () => {
  const sent = collect()
  await queue('one@example.org')
  await expect.poll(() => sent).toEqual(['one@example.org'])
})

it('tells whoever delivers once a transaction is over, and nothing of one that was taken back', async () => {
  let told = 0
  const { wake } = world.parts.delivery
  world.parts.delivery.wake = () => void told++
  try {
    await withServer(world.database, async (tx) => {
      await queueMail(
        { parts: world.parts, tx, locale: 'en-US' },
        { recipient: 'zero@example.org', template: 'welcome', data: {}, clientId: null },
      )
      expect(told).toBe(0)
    })
    expect(told).toBe(1)
    await expect(queue('never@example.org', true)).rejects.toThrow('not after all')
    expect(told).toBe(1)
  } finally {
    world.parts.delivery.wake = wake
  }
  const sent = collect()
  world.parts.delivery.wake()
  await expect.poll(() => sent).toEqual(['zero@example.org'])
})

it('says nothing of what was taken back', async () => {
  const sent = collect()
  await expect(queue('never@example.org', true)).rejects.toThrow('not after all')
  await queue('two@example.org')
  await expect.poll(() => sent).toEqual(['two@example.org'])
})

it('sends what is written while it sends, and what another process wrote', async () => {
  const sent: string[] = []
  const during: Send = async ({ to }) => {
    if (to === 'three@example.org') await queue('four@example.org')
    sent.push(to)
  }
  running = startDelivery(world.parts, during, '', { every: NEVER })
  await queue('three@example.org')
  await expect.poll(() => sent).toEqual(['three@example.org', 'four@example.org'])
  await running.stop()

  const { wake } = world.parts.delivery
  const looked = collect(20)
  world.parts.delivery.wake = () => {}
  await queue('five@example.org')
  await expect.poll(() => looked).toEqual(['five@example.org'])
  world.parts.delivery.wake = wake
})

it('sends a text message while a mail server hangs', async () => {
  const sent: string[] = []
  let release = () => {}
  const hanging = new Promise<void>((resolve) => (release = resolve))
  const slow: Send = async ({ channel }) => {
    if (channel === 'mail') await hanging
    sent.push(channel)
  }
  running = startDelivery(world.parts, slow, '', { every: NEVER })
  await queue('six@example.org')
  await withServer(world.database, (tx) =>
    queueMail(
      { parts: world.parts, tx, locale: 'en-US' },
      { channel: 'sms', recipient: '+5511900000000', template: 'welcome', data: {}, clientId: null },
    ),
  )
  running.stop = ((stop) => () => (release(), stop()))(running.stop)
  await expect.poll(() => sent).toEqual(['sms'])
  release()
  await expect.poll(() => sent).toEqual(['sms', 'mail'])
})

it('MFA-01 sends the code of a sign-in whose clock runs on while it is written, and the code is good', async () => {
  const still = world.parts.now
  world.parts.now = () => ++world.clock.now
  const texts: string[] = []
  running = startDelivery(world.parts, async ({ text }) => void texts.push(text), '', { every: NEVER })
  try {
    const login = { username: 'acme-mfa', password: DEMO_PASSWORD }
    const { token } = (await world.call(null, 'POST', 'authentication/login', login)).body.data as { token: string }
    await expect.poll(() => texts.length).toBe(1)
    const code = codeIn({ text: texts[0]! })
    expect((await world.call(token, 'POST', 'authentication/mfa/verify', { code })).status).toBe(200)
  } finally {
    world.parts.now = still
  }
})
