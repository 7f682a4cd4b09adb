/** The texts that change every second, with the function that writes each. */
const texts = new Map<Text, () => string>()
let timer: ReturnType<typeof setInterval> | undefined

function tick(): void {
  for (const [text, read] of texts) {
    const now = read()
    if (text.data !== now) text.data = now
  }
}

/**
 * Writes a text now, and again every second until the returned function is called. React draws nothing, and screen
 * readers, which are told of no change of a text alone, stay silent.
 */
export function keepTicking(text: Text, read: () => string): () => void {
  texts.set(text, read)
  text.data = read()
  timer ??= setInterval(tick, 1000)
  return () => {
    texts.delete(text)
    if (texts.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
