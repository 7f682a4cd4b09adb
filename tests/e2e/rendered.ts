import type { Page } from 'playwright'

type Fiber = { tag: number; flags: number; child: Fiber | null; sibling: Fiber | null; alternate: Fiber | null }

/** Lets a page count what it draws. It has to be called before the page loads. */
export async function countRendered(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const FUNCTIONS = new Set([0, 11, 14, 15])
    const counted = { components: 0 }
    /** Counts the components that ran for a commit: parts that React passed over still have the children of before. */
    const walk = (fiber: Fiber | null): void => {
      for (let one = fiber; one; one = one.sibling) {
        if (FUNCTIONS.has(one.tag) && (one.flags & 1) === 1) counted.components++
        if (one.alternate === null || one.child !== one.alternate.child) walk(one.child)
      }
    }
    Object.assign(globalThis, {
      counted,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot: (_: number, root: { current: Fiber }) => walk(root.current),
        onCommitFiberUnmount: () => {},
        checkDCE: () => {},
      },
    })
  })
}

/** Returns the number of components that React runs while something is done. */
export async function renderedOn(page: Page, act: () => Promise<void>): Promise<number> {
  const read = () =>
    page.evaluate(() => (globalThis as unknown as { counted: { components: number } }).counted.components)
  const before = await read()
  await act()
  return (await read()) - before
}
