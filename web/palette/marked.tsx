import { css } from 'styled-system/css'
import type { Marks } from './rows'

export type Part = { from: number; text: string; isMatch: boolean }

/** Splits a text into matched and unmatched parts. */
export function partsOf(text: string, marks: Marks): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const [from, to] of marks) {
    if (from > at) parts.push({ from: at, text: text.slice(at, from), isMatch: false })
    parts.push({ from, text: text.slice(from, to), isMatch: true })
    at = to
  }
  if (at < text.length) parts.push({ from: at, text: text.slice(at), isMatch: false })
  return parts
}

/** Shows a text with its matched parts marked. */
export function Marked({ text, marks }: { text: string; marks: Marks }) {
  if (marks.length === 0) return text
  const parts = partsOf(text, marks)
  return parts.map(({ from, text: part, isMatch }) =>
    isMatch ? (
      <mark key={from} className={match}>
        {part}
      </mark>
    ) : (
      part
    ),
  )
}

export const match = css({ background: 'transparent', color: 'accent.fg', fontWeight: 'semibold' })
