/** Heights in px, as the row and caption styles have them. */
const ROW = { wide: 36, narrow: 44 }
const CAPTION = 30
/** Below the last row. */
const END = 8

/** Where each row of a list stands, in px from its top. */
export type Placed = {
  tops: readonly number[]
  rowHeight: number
  /** Of the first row of each group, where its caption stands. */
  captions: ReadonlyMap<number, number>
  total: number
  /** Where the list is to be scrolled to for a row to be seen whole, with its caption, moving it as little as it takes. */
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

/** The first and the last row of which something is in sight, and one more on either side. */
export function within({ tops, rowHeight }: Placed, offset: number, height: number): { first: number; last: number } {
  const begin = tops.findIndex((top) => top + rowHeight > offset)
  if (begin < 0) return { first: 0, last: -1 }
  let last = begin
  while (last + 1 < tops.length && tops[last + 1]! < offset + height) last++
  return { first: Math.max(0, begin - 1), last: Math.min(tops.length - 1, last + 1) }
}
