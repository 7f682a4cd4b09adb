/**
 * A place in the order of happenings: the transaction that wrote one, and the happening's id. Transactions are ordered as
 * they began to write. Positions can be compared within one epoch: a copy of the database begins another one.
 */
export type Position = { tx: bigint; id: bigint; epoch: bigint }

const CURSOR = /^(\d{1,20})\.(\d{1,19})(?:\.(\d{1,16}))?$/
/** The epoch of a cursor that has none: `0.0`, the beginning of any database, or one of an earlier version of the server. */
const NO_EPOCH = -1n
/** The largest numbers that the database has for the first two. */
const MAX_TX = 2n ** 64n - 1n
const MAX_HAPPENING = 2n ** 63n - 1n

/** Returns a position as clients have it: as a text that they only send back. */
export const cursorOf = ({ tx, id, epoch }: Position): string =>
  epoch === NO_EPOCH ? `${tx}.${id}` : `${tx}.${id}.${epoch}`

/** Returns the position of a cursor; undefined for a text that is none. */
export function positionOf(cursor: string): Position | undefined {
  const [, tx, id, epoch] = CURSOR.exec(cursor) ?? []
  if (tx === undefined || id === undefined) return undefined
  const position = { tx: BigInt(tx), id: BigInt(id), epoch: epoch === undefined ? NO_EPOCH : BigInt(epoch) }
  return position.tx <= MAX_TX && position.id <= MAX_HAPPENING ? position : undefined
}

/** Returns whether a position is before another of the same epoch. */
export const isBefore = (one: Position, other: Position): boolean =>
  one.tx === other.tx ? one.id < other.id : one.tx < other.tx

/** Returns the later one of two positions. */
export const later = (one: Position, other: Position): Position => (isBefore(one, other) ? other : one)
