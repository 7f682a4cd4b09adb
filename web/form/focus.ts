/** The number of frames to wait for an element. A message renders one or a few frames after the server's response. */
const FRAMES = 20

const whenRendered = (id: string, run: (element: HTMLElement) => void, frames = FRAMES): void => {
  requestAnimationFrame(() => {
    const element = document.getElementById(id)
    if (element) run(element)
    else if (frames > 0) whenRendered(id, run, frames - 1)
  })
}

/** Focuses an element once it is rendered. */
export const focusLater = (id: string): void => whenRendered(id, (element) => element.focus())

/** Returns the first focusable control within an element. */
export const firstControl = (element: HTMLElement | null): HTMLElement | null =>
  element?.querySelector<HTMLElement>(':is(input, textarea, select, button):enabled:not([tabindex="-1"])') ?? null

/** Focuses the first control within an element once it is rendered, such as after a question about the whole form. */
export const focusInto = (id: string): void => whenRendered(id, (element) => firstControl(element)?.focus())

/** Focuses whichever of these elements comes first on the page, or else `otherwise`. The order of `ids` may differ. */
export const focusFirst = (ids: readonly string[], otherwise: string): void => {
  requestAnimationFrame(() => {
    const elements = ids.flatMap((id) => document.getElementById(id) ?? [])
    const [first = document.getElementById(otherwise)] = elements.sort((one, other) =>
      one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    )
    first?.focus()
    first?.scrollIntoView({ block: 'nearest' })
    // The sentence under a field that is taller than the screen would stay out of sight.
    if (first) whenRendered(`${first.id}-problem`, (problem) => problem.scrollIntoView({ block: 'nearest' }))
  })
}

/** Matches the fields that are typed into or chosen from; switches are not among them, nor what selects a view. */
const TYPED =
  'input:not([tabindex="-1"]):not([readonly]):not([type=radio]), textarea:not([readonly]), select:enabled, [contenteditable="true"]'

/**
 * Focuses the first field with the caret after its text, so that the next letter is added and does not replace the
 * text. Returns false where nothing can be filled in.
 */
export function focusFields(form: HTMLElement | null): boolean {
  const first = form?.querySelector<HTMLElement>(TYPED)
  first?.focus()
  if (first instanceof HTMLTextAreaElement || (first instanceof HTMLInputElement && first.selectionEnd !== null))
    first.setSelectionRange(first.value.length, first.value.length)
  return Boolean(first)
}
