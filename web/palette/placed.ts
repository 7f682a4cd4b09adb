/** The heights of rows and captions in px, as their styles have them. */
const ROW = { wide: 36, narrow: 44 }
const CAPTION = 30
/** The space below the last row, in px. */
const END = 8

/** The position of each row of a list, in px from its top. */
export type Placed = {
  tops: readonly number[]
  rowHeight: number
  /** The position of a group's caption, by the index of its first row. */
  captions: ReadonlyMap<number, number>
  total: number
  /** Returns the nearest scroll offset at which a row is seen whole, with its caption. */
  showing: (index: number, offset: number, height: number) => number
}

export function placed(rows: readonly { group: string }[], narrow: boolean): Placed {
  const rowHeight = narrow ? ROW.narrow : ROW.wide
  const tops: number[] = []
  const captions = new Map<number, number>()
  let top = 0
  for (const [index, { group }] of rows.entries()) {
    if (group !== rows[index - 1]?.group) {
      captions.set(index, top)
      top += CAPTION
    }
    tops.push(top)
    top += rowHeight
  }
  return {
    tops,
    rowHeight,
    captions,
    total: top + END,
    showing(index, offset, height) {
      const start = captions.get(index) ?? tops[index] ?? 0
      const end = (tops[index] ?? 0) + rowHeight
      if (start < offset) return start
      return end > offset + height ? end - height + END : offset
    },
  }
}

/** Returns the first and the last row that is at least partly in view, and one more on either side. */
export function within({ tops, rowHeight }: Placed, offset: number, height: number): { first: number; last: number } {
  const begin = tops.findIndex((top) => top + rowHeight > offset)
  if (begin < 0) return { first: 0, last: -1 }
  let last = begin
  while (last + 1 < tops.length && tops[last + 1]! < offset + height) last++
  return { first: Math.max(0, begin - 1), last: Math.min(tops.length - 1, last + 1) }
}
