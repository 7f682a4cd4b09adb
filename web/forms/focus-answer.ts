/** Moves the focus to the control of an answer: the chosen one of several, else the first. */
export function focusAnswer(root: ParentNode, name: string): void {
  const found = root.querySelector(`[data-answer="${CSS.escape(name)}"]`)
  const control =
    found?.querySelector<HTMLElement>('input:checked') ??
    found?.querySelector<HTMLElement>('input, select, textarea, button')
  control?.focus()
}
