/** The next place in a list that goes round; from none, down is the first and up the last. */
export const step = (at: number, length: number, by: 1 | -1): number =>
  length === 0 ? -1 : at < 0 ? (by === 1 ? 0 : length - 1) : (at + by + length) % length
