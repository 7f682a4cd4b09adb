import type { Output } from './io'

export type OrderedWrites = {
  write: (text: string) => void
  /** Resolves when everything is written. Throws the failure of the first write that failed. */
  settled: () => Promise<void>
}

/** Writes texts one after the other without waiting for them. After a failed write, nothing more is written. */
export function orderedWrites(output: Output): OrderedWrites {
  let last: Promise<void> = Promise.resolve()
  return {
    write(text) {
      last = last.then(() => output.write(text))
      // `settled` reports the failure. Until then it is nobody's, and would end the process.
      last.catch(() => undefined)
    },
    settled: () => last,
  }
}
