import { decoderOf, type Encoding } from './encoding'

/** Text to bytes in the encoding a file came in, so that its rejects open the same way. What does not fit is `?`. */
export function encoderOf(encoding: Encoding): (text: string) => Uint8Array {
  if (encoding === 'utf-8') {
    const encoder = new TextEncoder()
    return (text) => encoder.encode(text)
  }
  if (encoding === 'windows-1252') return windows1252
  const little = encoding === 'utf-16le'
  return (text) => {
    const bytes = new DataView(new ArrayBuffer(text.length * 2))
    for (let index = 0; index < text.length; index++) bytes.setUint16(index * 2, text.charCodeAt(index), little)
    return new Uint8Array(bytes.buffer)
  }
}

let byteOf: Map<string, number> | null = null

function windows1252(text: string): Uint8Array {
  byteOf ??= new Map(
    Array.from(decoderOf('windows-1252').push(Uint8Array.from({ length: 256 }, (_, byte) => byte)), (letter, byte) => [
      letter,
      byte,
    ]),
  )
  const table = byteOf
  return Uint8Array.from(Array.from(text), (letter) => table.get(letter) ?? 63)
}
