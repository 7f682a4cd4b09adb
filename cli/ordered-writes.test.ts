import { expect, it } from 'vitest'
import { orderedWrites } from './ordered-writes'

it('writes in order, and after a failed write nothing more, which only the end reports', async () => {
  const written: string[] = []
  const unhandled: unknown[] = []
  const note = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  try {
    const { write, settled } = orderedWrites({
      isTerminal: false,
      width: 80,
      write: async (text) => {
        await new Promise((resolve) => setTimeout(resolve, text === 'a' ? 5 : 0))
        if (text === 'b') throw new Error('the disk is full')
        written.push(String(text))
      },
    })
    for (const text of ['a', 'b', 'c']) write(text)
    // Node reports a rejection that nobody has handled by the end of the turn.
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(written).toEqual(['a'])
    expect(unhandled).toEqual([])
    await expect(settled()).rejects.toThrow('the disk is full')
  } finally {
    process.off('unhandledRejection', note)
  }
})
