/** A file that can be read from its beginning as often as needed: once to learn its encoding, once for its rows. */
export type Source = {
  name: string
  /** Bytes. */
  size: number
  open: () => AsyncIterable<Uint8Array>
}

/** Thrown if a source gives different bytes when it is read again. */
export class SourceChanged extends Error {
  constructor() {
    super('the source gives different bytes than before')
    this.name = 'SourceChanged'
  }
}

/** Returns a source of bytes in memory. It yields pieces small enough to keep later steps small as well. */
export function sourceOfBytes(bytes: Uint8Array, name = '', piece = 65_536): Source {
  return {
    name,
    size: bytes.length,
    async *open() {
      for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
    },
  }
}
