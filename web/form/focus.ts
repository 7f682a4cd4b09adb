/** Frames that a drawing is waited for: what is told after an answer is drawn one or a few of them later. */
const FRAMES = 20

const whenThere = (id: string, run: (element: HTMLElement) => void, frames = FRAMES): void => {
  requestAnimationFrame(() => {
    const element = document.getElementById(id)
    if (element) run(element)
    else if (frames > 0) whenThere(id, run, frames - 1)
  })
}

/** Puts the focus where a drawing that is still to come puts something. */
export const focusLater = (id: string): void => whenThere(id, (element) => element.focus())

/** The first control within that takes the focus. */
export const firstControl = (element: HTMLElement | null): HTMLElement | null =>
  element?.querySelector<HTMLElement>(':is(input, textarea, select, button):enabled:not([tabindex="-1"])') ?? null

/** Into the first control within: where one goes on after a question about the whole. */
export const focusInto = (id: string): void => whenThere(id, (element) => firstControl(element)?.focus())

/** The first of these elements as they stand on the page, since the order of declarations need not be theirs. */
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
