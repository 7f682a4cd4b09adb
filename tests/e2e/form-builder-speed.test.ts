import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { bigForm } from '../big-form'
import { inBrowser, see } from './console'
import { press } from './keyboard'

/** How many times as much a key may cost in a form of 300 fields as in one of 10 (K8). */
const MOST = 3
/** How much memory may grow from the first keys to the last, as a ratio. */
const GROWTH = 1.1
const KEYS = 40

/**
 * Types into the focused field, and returns the time of the fastest key in milliseconds: what else the machine does makes
 * keys slower alone. It ends when the form beside the field is drawn as well.
 */
const costOfKey = (page: Page): Promise<number> =>
  page.evaluate(async (keys) => {
    const input = document.activeElement as HTMLInputElement
    // As a browser does, and unlike React's own property of the element.
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!
    let fastest = Number.POSITIVE_INFINITY
    for (let key = 0; key < keys; key++) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const start = performance.now()
      value.set!.call(input, `${input.value}a`)
      input.dispatchEvent(new InputEvent('input', { bubbles: true, data: 'a' }))
      // Deferred work runs in tasks of its own.
      for (let task = 0; task < 4; task++)
        await new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = resolve
          port2.postMessage(null)
        })
      fastest = Math.min(fastest, performance.now() - start)
    }
    return fastest
  }, KEYS)

inBrowser('the speed of the builder of forms', (console) => {
  const open = async (count: number): Promise<Page> => {
    const token = await console.world.token('acme-admin')
    const draft = { name: `Grande ${count}`, ClientId: 2, schema: bigForm(count) }
    const { body } = await console.world.call(token, 'POST', 'registration-forms', draft)
    const page = await console.visit({ path: `/registration-forms/${(body.data as unknown as { id: number }).id}` })
    await see(page.locator('[role=option]:focus')).toBeVisible()
    await press(page, 'j', 'Enter')
    return page
  }

  it(
    'K8 takes about as long for a key at 300 fields as at 10, and memory stays flat',
    { timeout: 180_000 },
    async () => {
      const few = await open(10)
      const many = await open(300)
      const costs: [number, number][] = []
      // In turn, so that both meet the same machine.
      for (let round = 0; round < 3; round++) {
        await few.bringToFront()
        const small = await costOfKey(few)
        await many.bringToFront()
        costs.push([small, await costOfKey(many)])
      }
      const small = Math.min(...costs.map(([one]) => one))
      const large = Math.min(...costs.map(([, other]) => other))
      process.stderr.write(`a key at 10 fields: ${small.toFixed(1)} ms, at 300: ${large.toFixed(1)} ms\n`)
      expect(large / small).toBeLessThan(MOST)

      const client = await many.context().newCDPSession(many)
      const memory = async () => {
        await client.send('HeapProfiler.collectGarbage')
        return (await client.send('Runtime.getHeapUsage')).usedSize
      }
      const before = await memory()
      for (let round = 0; round < 5; round++) await costOfKey(many)
      const after = await memory()
      process.stderr.write(`memory before: ${before / 2 ** 20} MB, after ${5 * KEYS} keys: ${after / 2 ** 20} MB\n`)
      expect(after / before).toBeLessThan(GROWTH)
    },
  )
})
