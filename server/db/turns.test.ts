import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sharesOf, STRANGERS } from './shares'
import { Turns, type Bounds, type Party, type Turn, type TurnsOptions } from './turns'

const WIDE: Bounds = { tenant: 100, actor: 100, waiting: 1_000, cost: 1 }
const party = (tenant: string, actor = 'ana'): Party => ({ tenant, actor })

/** Starts turns under a clock that stands still, unless a test moves it. */
function start({ bounds = () => WIDE, ...options }: Partial<TurnsOptions> = {}) {
  const clock = { now: 0 }
  const turns = new Turns({ size: 1, limit: 1_000, maxWaitMs: 10_000, bounds, now: () => clock.now, ...options })
  const order: string[] = []
  const running: { who: string; turn: Turn }[] = []
  const refused: string[] = []
  const asks: Promise<void>[] = []
  return {
    clock,
    turns,
    order,
    running,
    refused,
    /** Asks for a turn, and notes when it has come or was refused. */
    ask(of: Party, who = `${of.tenant}/${of.actor}`): void {
      const begin = (turn: Turn) => {
        order.push(who)
        running.push({ who, turn })
      }
      const given = turns.take(of)
      if (given instanceof Promise) asks.push(given.then(begin, () => void refused.push(who)))
      else begin(given)
    },
    /** Ends the oldest turn under way, after `time`. */
    async end(time = 0): Promise<void> {
      await settled()
      clock.now += time
      running.shift()?.turn.end()
      await settled()
    },
    async endAll(): Promise<void> {
      await settled()
      while (running.length > 0) await this.end()
    },
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the order of turns', () => {
  it('T122 is each tenant in turn, within it each actor, and for an actor the order of asking', async () => {
    const line = start()
    line.ask(party('held'))
    for (let n = 1; n <= 4; n++) line.ask(party('many', 'ana'), `many/ana ${n}`)
    for (let n = 1; n <= 2; n++) line.ask(party('many', 'bia'), `many/bia ${n}`)
    for (let n = 1; n <= 2; n++) line.ask(party('few'), `few ${n}`)
    await line.endAll()
    expect(line.order.slice(1)).toEqual([
      'many/ana 1',
      'few 1',
      'many/bia 1',
      'few 2',
      'many/ana 2',
      'many/bia 2',
      'many/ana 3',
      'many/ana 4',
    ])
  })

  it('T124 weighs how long turns take: whoever asks for little waits for the turn under way and no other', async () => {
    const line = start()
    for (let n = 1; n <= 5; n++) line.ask(party('import'), 'import')
    for (let n = 1; n <= 5; n++) line.ask(party('export'), 'export')
    await line.end(400)
    await line.end(100)
    for (let n = 0; n < 3; n++) {
      line.ask(party('list'), 'list')
      await line.end(100)
      // The list's turn is there, and takes next to nothing.
      expect(line.order.at(-1)).toBe('list')
      await line.end(1)
    }
  })

  it('T122 makes nobody pay for ever for what they had, and lets nobody save up', async () => {
    const line = start()
    line.ask(party('long'))
    line.ask(party('steady'), 'steady')
    await line.end(60_000)
    for (let n = 0; n < 40; n++) {
      line.ask(party('steady'), 'steady')
      if (n === 20) line.ask(party('long'), 'long')
      await line.end(100)
    }
    // It begins a second behind, and not the minute that it had.
    const back = line.order.indexOf('long')
    expect(line.order.slice(0, back).filter((who) => who === 'steady').length).toBeLessThan(35)
    const idle = start()
    idle.ask(party('busy'))
    for (let n = 0; n < 20; n++) idle.ask(party('busy'), 'busy')
    for (let n = 0; n < 10; n++) await idle.end(100)
    for (let n = 0; n < 10; n++) idle.ask(party('new'), 'new')
    await idle.endAll()
    // A late client begins where the others are.
    expect(idle.order.slice(12, 20).filter((who) => who === 'busy').length).toBeGreaterThan(2)
  })

  it('T122 never passes anybody over for long, whatever is asked', async () => {
    const step = fc.record({
      tenant: fc.integer({ min: 0, max: 3 }),
      actor: fc.integer({ min: 0, max: 2 }),
      time: fc.integer({ min: 0, max: 50 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), async (steps, size) => {
        const bounds: Bounds = { tenant: Math.max(1, size - 1), actor: 1, waiting: 100, cost: 1 }
        const line = start({ size, bounds: () => bounds })
        const asked: string[] = []
        for (const [n, { tenant, actor, time }] of steps.entries()) {
          const of = party(`t${tenant}`, `a${actor}`)
          asked.push(`t${tenant}/a${actor}/${n}`)
          line.ask(of, asked.at(-1))
          if (time % 2) await line.end(time)
          const tenants = line.running.map(({ who }) => who.split('/')[0])
          expect(line.running.length).toBeLessThanOrEqual(size)
          for (const one of new Set(tenants))
            expect(tenants.filter((other) => other === one).length).toBeLessThanOrEqual(bounds.tenant)
        }
        await line.endAll()
        // Every party had its turns, each once, and each actor's came in the order they were asked for.
        expect(line.order.toSorted()).toEqual(asked.toSorted())
        for (const actor of new Set(asked.map((one) => one.slice(0, 5)))) {
          const of = (all: string[]) => all.filter((one) => one.startsWith(actor))
          expect(of(line.order)).toEqual(of(asked))
        }
      }),
      { numRuns: 100 },
    )
  })
})

describe('a line', () => {
  it('T124 has a bound for each actor, and one refused is not another', async () => {
    const line = start({ bounds: () => ({ ...WIDE, waiting: 3 }) })
    for (let n = 0; n < 6; n++) line.ask(party('acme', 'script'), 'script')
    line.ask(party('acme', 'colleague'), 'colleague')
    line.ask(party('other'), 'other')
    await line.endAll()
    expect(line.refused).toEqual(['script', 'script'])
    expect(line.order.filter((who) => who !== 'script')).toEqual(['other', 'colleague'])
  })

  it('T122 that is full loses the newest place of who has most, and refuses whoever has most', async () => {
    const line = start({ limit: 10 })
    line.ask(party('held'))
    for (let n = 0; n < 10; n++) line.ask(party('storm', `a${n % 3}`), `storm ${n}`)
    line.ask(party('storm', 'a0'), 'one more')
    line.ask(party('user'), 'user')
    line.ask(party('user'), 'user again')
    await settled()
    expect(line.refused).toEqual(['one more', 'storm 9', 'storm 6'])
    await line.endAll()
    expect(line.order).toHaveLength(11)
    expect(line.order.indexOf('user again')).toBeLessThan(5)
  })

  it('T122 leaves room within a tenant for who asks for less', async () => {
    const line = start({ limit: 4 })
    line.ask(party('held'))
    for (let n = 0; n < 4; n++) line.ask(party('acme', 'script'), `script ${n}`)
    line.ask(party('acme', 'colleague'), 'colleague')
    await line.endAll()
    expect(line.refused).toEqual(['script 3'])
    expect(line.order.slice(1, 3)).toEqual(['script 0', 'colleague'])
  })

  it('refuses whoever has waited too long, and gives nobody their turn twice', async () => {
    const turns = new Turns({ size: 1, limit: 10, maxWaitMs: 20, bounds: () => WIDE })
    const first = await turns.take(party('one'))
    await expect(turns.take(party('two'))).rejects.toMatchObject({ code: 'BUSY' })
    first.end()
    expect(turns.take(party('three'))).not.toBeInstanceOf(Promise)
    await expect(turns.take(party('four'))).rejects.toMatchObject({ code: 'BUSY' })
  })
})

describe('a turn that is kept', () => {
  it('goes on to the same request, whether that waits already or comes at once', async () => {
    const line = start()
    const request = party('acme')
    line.ask(request, 'session')
    line.ask(party('other'), 'other')
    line.ask(request, 'list')
    line.running.shift()?.turn.end(true)
    await Promise.resolve()
    expect(line.order).toEqual(['session', 'list'])
    line.running.shift()?.turn.end(true)
    line.ask(request, 'more')
    expect(line.order).toEqual(['session', 'list', 'more'])
    await line.endAll()
    expect(line.order.at(-1)).toBe('other')
  })

  it('is given up where nothing comes, and no other request of the same actor has it', async () => {
    const line = start()
    line.ask(party('acme'), 'session')
    line.ask(party('other'), 'other')
    line.running.shift()?.turn.end(true)
    line.ask(party('acme'), 'another request')
    expect(line.order).toEqual(['session'])
    await settled()
    await settled()
    expect(line.order).toEqual(['session', 'other'])
    await line.endAll()
    expect(line.order).toEqual(['session', 'other', 'another request'])
  })
})

it('T122 T124 gives no tenant all connections, an actor a part of them, and strangers the least', () => {
  const shares = sharesOf(10, 200)
  expect(shares(party('client:2'))).toEqual({ tenant: 4, actor: 2, waiting: 100, cost: 1 })
  expect(shares(party(STRANGERS, '10.0.0.1'))).toEqual({ tenant: 2, actor: 1, waiting: 20, cost: 4 })
  // The embedded engine has one session, which goes round.
  expect(sharesOf(1, 200)(party(STRANGERS, '10.0.0.1'))).toMatchObject({ tenant: 1, actor: 1 })
})
