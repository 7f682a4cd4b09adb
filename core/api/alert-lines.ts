/** The path of the stream of alerts below the management API. */
export const ALERT_STREAM_PATH = 'alerts/stream'

/** An event of an alert, as the stream tells it: the alert as it was when the line was made, and the event. */
export type AlertHappening<A = unknown, H = unknown> = { cursor: string; event: string; alert: A; history: H }

/**
 * A line of the stream. `hello` is the first one. A `beat` comes every ten seconds. `reread`: lines are missing, so that
 * the records have to be read anew; the stream goes on after the cursor. `end`: the server ends the stream, because the
 * session is over or has changed, because it stops, or because the user has too many streams.
 */
export type AlertLine<A = unknown, H = unknown> =
  | AlertHappening<A, H>
  | { hello: true; cursor: string }
  | { beat: true; cursor: string }
  | { reread: true; cursor: string }
  | { end: 'session' | 'stop' | 'limit' }

/**
 * Returns whether a cursor is after another one of the same stream, by its first two numbers. The server alone knows more of
 * them.
 */
export function isLaterCursor(cursor: string, than: string): boolean {
  const [tx = 0n, id = 0n] = numbersIn(cursor)
  const [otherTx = 0n, otherId = 0n] = numbersIn(than)
  return tx === otherTx ? id > otherId : tx > otherTx
}

const numbersIn = (cursor: string) => cursor.split('.').map((part) => (/^\d{1,20}$/.test(part) ? BigInt(part) : 0n))

/** The most characters of a line, which are more than any record has. */
const LONGEST = 8 * 1024 * 1024

/** Returned in place of a line that was longer than the limit, and was not kept. */
export const TOO_LONG = Symbol('too long')

/**
 * Returns a function that takes the chunks of a text and returns the lines that each one completes. A line that is too
 * long takes no more memory than the limit, and is told as `TOO_LONG`.
 */
export function createLineSplitter(longest = LONGEST): (chunk: string) => (string | typeof TOO_LONG)[] {
  let parts: string[] = []
  let length = 0
  return (chunk) => {
    const lines: (string | typeof TOO_LONG)[] = []
    let start = 0
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
      const tooLong = length + end - start > longest
      lines.push(tooLong ? TOO_LONG : [...parts, chunk.slice(start, end)].join(''))
      parts = []
      length = 0
      start = end + 1
    }
    length += chunk.length - start
    if (length > longest) parts = []
    else if (start < chunk.length) parts.push(chunk.slice(start))
    return lines.filter((line) => line !== '')
  }
}
