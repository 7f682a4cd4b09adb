/** Returns the next index in a list that wraps around; from none, down gives the first and up the last. */
export const step = (at: number, length: number, by: 1 | -1): number =>
  length === 0 ? -1 : at < 0 ? (by === 1 ? 0 : length - 1) : (at + by + length) % length
