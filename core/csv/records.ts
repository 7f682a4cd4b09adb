import { CSV_LIMITS } from './limits'
import { lineEnds } from './line-ends'

/**
 * Whole records, each ended by LF, and the physical line of the first. `single` marks one record that spans several
 * lines. Otherwise every record is one line, so that line numbers follow by counting.
 */
export type Block = { text: string; line: number; single: boolean }

/** One record that cannot be read. `raw` is its first line, cut at the limit of a record. */
export type Broken = { line: number; code: 'malformed' | 'too_long'; column: number; raw: string }

export type Piece = Block | Broken

export const isBroken = (piece: Piece): piece is Broken => 'code' in piece

/** The number of characters gathered before they are cut into records. A larger batch leaves the processor's caches. */
const BATCH = 16_384

const NEWLINE = 10
const QUOTE = 34

/**
 * Cuts text into records with balanced quotes, so that the tokenizer never sees half a record. The result depends only
 * on the text, never on how it was cut into chunks.
 *
 * A quote opens a cell only at the cell's beginning; elsewhere it is a character like any other. After a closing quote
 * nothing but blanks may stand before the delimiter or the line end. A record that breaks this rule, or keeps a quote
 * open for longer than `CSV_LIMITS.openQuote`, is reported as broken. Reading continues at the line after its start: no
 * later line is lost, but further lines of the same broken record are reported as well.
 */
export function recordGuard(delimiter: string, firstLine = 1, batch = BATCH) {
  const ends = lineEnds()
  const delimiterCode = delimiter.charCodeAt(0)
  let waiting: string[] = []
  let waitingLength = 0
  let carry = ''
  let line = firstLine
  let first = true
  /** The last opening quote that was checked. A malformed record breaks there. */
  let fault = 0
  /** True while the rest of a record that is too long is skipped. */
  let skipping = false

  const isBlank = (code: number) => code !== delimiterCode && (code === 32 || code === 9 || code === 160)

  function push(chunk: string): Piece[] {
    const pieces: Piece[] = []
    for (let at = 0; at < chunk.length; at += CSV_LIMITS.openQuote) {
      const text = ends.push(chunk.length <= CSV_LIMITS.openQuote ? chunk : chunk.slice(at, at + CSV_LIMITS.openQuote))
      waiting.push(text)
      waitingLength += text.length
      if (waitingLength >= batch) cut(false, pieces)
    }
    return pieces
  }

  function end(): Piece[] {
    const pieces: Piece[] = []
    waiting.push(ends.end())
    cut(true, pieces)
    return pieces
  }

  function take(): string {
    let text = carry + (waiting.length === 1 ? waiting[0]! : waiting.join(''))
    waiting = []
    waitingLength = 0
    carry = ''
    // Drops byte-order marks, of which files joined by hand have several, before the first character only.
    if (first && text.length > 0) {
      let marks = 0
      while (text.charCodeAt(marks) === 0xfeff) marks++
      if (marks > 0) text = text.slice(marks)
      first = text.length === 0
    }
    return text
  }

  function cut(final: boolean, pieces: Piece[]): void {
    let text = take()
    if (skipping) {
      const next = text.indexOf('\n')
      if (next === -1) return
      skipping = false
      line++
      text = text.slice(next + 1)
    }
    if (final && text.length > 0 && text.charCodeAt(text.length - 1) !== NEWLINE) text += '\n'

    /**
     * The starts of the current block and of its last record, where the search for a quote starts, the next line end.
     */
    let block = 0
    let record = 0
    let at = 0
    let stop = -1
    for (;;) {
      const quote = text.indexOf('"', at)
      if (quote === -1) {
        record = Math.max(record, text.lastIndexOf('\n') + 1)
        break
      }
      if (stop < at) stop = endFrom(text, at)
      if (stop < quote) {
        record = text.lastIndexOf('\n', quote) + 1
        stop = endFrom(text, quote)
      }
      if (quote > record && text.charCodeAt(quote - 1) !== delimiterCode) {
        at = quote + 1
        continue
      }
      const end = cellEnd(text, quote, record)
      if (end >= 0 && end <= stop) {
        at = end
        continue
      }
      const result = end >= 0 ? recordEnd(text, end, record) : end
      if (result >= 0) {
        lines(text, block, record, pieces)
        pieces.push({ text: text.slice(record, result + 1), line, single: true })
        line += newlines(text, record, result + 1)
        block = record = at = result + 1
        continue
      }
      const beyond = text.length - record > CSV_LIMITS.record
      if (result === UNKNOWN && !beyond && !final) break
      if (stop === text.length && !beyond) break
      lines(text, block, record, pieces)
      const code = result === LONG || (result === UNKNOWN && beyond) ? 'too_long' : 'malformed'
      pieces.push(broken(code, text, record, stop, fault))
      if (stop === text.length) {
        skipping = true
        return
      }
      line++
      block = record = at = stop + 1
    }
    lines(text, block, record, pieces)
    if (text.length - record <= CSV_LIMITS.record) {
      carry = text.slice(record)
      return
    }
    pieces.push(broken('too_long', text, record, text.length, record))
    skipping = true
  }

  /**
   * Returns the position of the delimiter or line end after the cell at `quote`, or BAD, LONG, or UNKNOWN if the text
   * ends too early. Positions decide, not the amount of text, so that chunks make no difference.
   */
  function cellEnd(text: string, quote: number, record: number): number {
    const limit = record + CSV_LIMITS.record
    fault = quote
    const close = closing(text, quote)
    if (close === UNKNOWN) return UNKNOWN
    if (close === BAD) return quote + CSV_LIMITS.openQuote > limit ? LONG : BAD
    let after = close + 1
    while (isBlank(text.charCodeAt(after))) after++
    if (after >= text.length) return UNKNOWN
    const code = text.charCodeAt(after)
    if (code === delimiterCode || code === NEWLINE) return after
    return after > limit ? LONG : BAD
  }

  /**
   * Returns the end of the record that continues at `from`, the end of a quoted cell; else a code as `cellEnd` does.
   */
  function recordEnd(text: string, from: number, record: number): number {
    let at = from
    let stop = -1
    for (;;) {
      if (stop < at) stop = endFrom(text, at)
      const quote = text.indexOf('"', at)
      if (quote === -1 || stop < quote) {
        if (stop === text.length) return UNKNOWN
        return stop - record > CSV_LIMITS.record ? LONG : stop
      }
      if (text.charCodeAt(quote - 1) !== delimiterCode) {
        at = quote + 1
        continue
      }
      at = cellEnd(text, quote, record)
      if (at < 0) return at
    }
  }

  /** Emits the one-line records of `text` between two record boundaries and counts their lines. */
  function lines(text: string, from: number, to: number, pieces: Piece[]): void {
    if (to <= from) return
    if (to - from <= CSV_LIMITS.record) {
      pieces.push({ text: from === 0 && to === text.length ? text : text.slice(from, to), line, single: false })
      line += newlines(text, from, to)
      return
    }
    let start = from
    for (let at = from; at < to;) {
      const stop = text.indexOf('\n', at)
      if (stop - at > CSV_LIMITS.record) {
        lines(text, start, at, pieces)
        pieces.push(broken('too_long', text, at, stop, at))
        line++
        start = stop + 1
      } else if (stop + 1 - start > CSV_LIMITS.record) {
        lines(text, start, at, pieces)
        start = at
        continue
      }
      at = stop + 1
    }
    lines(text, start, to, pieces)
  }

  /** `at` is the start of the faulty cell. In a record that is too long, the first cell that is too long is found. */
  function broken(code: Broken['code'], text: string, from: number, to: number, at: number): Broken {
    const raw = text.slice(from, Math.min(to, from + CSV_LIMITS.record))
    if (code === 'malformed') return { line, code, column: cellsBefore(text, from, at) + 1, raw }
    return { line, code, column: longCell(raw), raw }
  }

  /** Returns the first cell over the limit, 1-based; 0 if only the whole record is over its limit. */
  function longCell(raw: string): number {
    let start = 0
    let cell = 1
    while (start < raw.length) {
      const close = raw.charCodeAt(start) === QUOTE ? closing(raw, start) : start
      const next = raw.indexOf(delimiter, Math.max(close, start))
      const end = next === -1 ? raw.length : next
      if (end - start > CSV_LIMITS.cell) return cell
      start = end + 1
      cell++
    }
    return 0
  }

  /** Counts the cells that end between the start of a record and `to`. The text between is well-formed. */
  function cellsBefore(text: string, from: number, to: number): number {
    let cells = 0
    let start = true
    let opened = false
    let inside = false
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at)
      if (start) opened = inside = code === QUOTE
      else if (opened && code === QUOTE) inside = !inside
      start = code === delimiterCode && !inside
      if (start) cells++
    }
    return cells
  }

  return { push, end }
}

const UNKNOWN = -1
const BAD = -2
const LONG = -3

/** Returns the next line end, or the text's own end. */
function endFrom(text: string, from: number): number {
  const stop = text.indexOf('\n', from)
  return stop === -1 ? text.length : stop
}

/** Returns where the cell opened at `quote` closes; UNKNOWN if the text ends first, BAD if the cell is too long. */
function closing(text: string, quote: number): number {
  let close = quote
  for (;;) {
    close = text.indexOf('"', close + 1)
    if (close === -1) return text.length - quote > CSV_LIMITS.openQuote ? BAD : UNKNOWN
    if (close - quote > CSV_LIMITS.openQuote) return BAD
    if (text.charCodeAt(close + 1) !== QUOTE) return close
    close++
  }
}

function newlines(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count++
  return count
}
