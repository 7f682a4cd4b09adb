/** Requests of a bulk run that are under way at once. */
export const AT_ONCE = 4

/**
 * Runs `run` for each item, a few at once and begun in their order, for as long as `goesOn` holds. `run` handles its
 * own failures: one that it throws ends the whole.
 */
export async function doEach<T>(
  items: readonly T[],
  run: (item: T, at: number) => Promise<void>,
  goesOn: () => boolean = () => true,
): Promise<void> {
  let next = 0
  let broken = false
  const worker = async () => {
    while (next < items.length && !broken && goesOn()) {
      const at = next++
      try {
        await run(items[at] as T, at)
      } catch (error) {
        broken = true
        throw error
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker))
  const failure = ended.find((one) => one.status === 'rejected')
  if (failure) throw failure.reason
}
