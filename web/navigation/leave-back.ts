type Navigate = (to: string, options: { replace: boolean }) => void

/** Goes back to the page that a form was opened from, whichever it is; without one, to the address. */
export function leaveBack(href: string, navigate: Navigate): void {
  const { from } = (history.state ?? {}) as { from?: unknown }
  if (from === undefined) navigate(href, { replace: true })
  else history.back()
}
