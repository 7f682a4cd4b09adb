type Piece = string | Uint8Array

/** Largest amount held in memory piece by piece, in characters or bytes. */
const LOOSE = 4 * 1024 * 1024

/** A file that grows piece by piece. A blob can lie on the disk, where a list of pieces cannot. */
export function growingFile(type: string) {
  const folded: Blob[] = []
  let loose: BlobPart[] = []
  let size = 0
  return {
    isEmpty: () => folded.length === 0 && loose.length === 0,
    add(piece: Piece): void {
      loose.push(piece as BlobPart)
      size += piece.length
      if (size < LOOSE) return
      folded.push(new Blob(loose))
      loose = []
      size = 0
    },
    file: () => new Blob([...folded, ...loose], { type }),
  }
}
