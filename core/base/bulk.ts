/** The number of requests of a bulk run that run at the same time. */
export const AT_ONCE = 4

/**
 * Runs `run` for each item, up to AT_ONCE at a time and started in their order, as long as `goesOn` returns true. An
 * error that `run` throws ends the whole run: no further item is started.
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
