/** The frames to wait for an element: a message after an answer is drawn one or a few of them later. */
const FRAMES = 20

const whenThere = (id: string, run: (element: HTMLElement) => void, frames = FRAMES): void => {
  requestAnimationFrame(() => {
    const element = document.getElementById(id)
    if (element) run(element)
    else if (frames > 0) whenThere(id, run, frames - 1)
  })
}

/** Focuses an element that is still to be rendered. */
export const focusLater = (id: string): void => whenThere(id, (element) => element.focus())

/** Returns the first control within an element that takes the focus. */
export const firstControl = (element: HTMLElement | null): HTMLElement | null =>
  element?.querySelector<HTMLElement>(':is(input, textarea, select, button):enabled:not([tabindex="-1"])') ?? null

/** Focuses the first control within an element, where the reader goes on after a question about the whole. */
export const focusInto = (id: string): void => whenThere(id, (element) => firstControl(element)?.focus())

/** Focuses the first of these elements by their order on the page, which the declarations need not have. */
export const focusFirst = (ids: readonly string[], otherwise: string): void => {
  requestAnimationFrame(() => {
    const elements = ids.flatMap((id) => document.getElementById(id) ?? [])
    const [first = document.getElementById(otherwise)] = elements.sort((one, other) =>
      one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    )
    first?.focus()
    first?.scrollIntoView({ block: 'nearest' })
  })
}
