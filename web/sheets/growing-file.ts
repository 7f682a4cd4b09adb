type Piece = string | Uint8Array

/** The amount, in characters or bytes, from which the pieces in memory are put into a blob. */
const LOOSE = 4 * 1024 * 1024

/** Makes a file that grows piece by piece. The browser can keep its blobs on disk, unlike a list of pieces. */
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
