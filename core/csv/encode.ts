import { decoderOf, type Encoding } from './encoding'

/**
 * Returns an encoder for a file's own encoding, so that its rejects open the same way. Missing characters become `?`.
 */
export function encoderOf(encoding: Encoding): (text: string) => Uint8Array {
  if (encoding === 'utf-8') {
    const encoder = new TextEncoder()
    return (text) => encoder.encode(text)
  }
  if (encoding !== 'utf-16le' && encoding !== 'utf-16be') return encoderByTable(encoding)
  const little = encoding === 'utf-16le'
  return (text) => {
    const bytes = new DataView(new ArrayBuffer(text.length * 2))
    for (let index = 0; index < text.length; index++) bytes.setUint16(index * 2, text.charCodeAt(index), little)
    return new Uint8Array(bytes.buffer)
  }
}

/** The ranges of the two bytes that encode a character in East Asian code pages. */
const LEADS = { from: 0x81, to: 0xfe }
const TRAILS = { from: 0x40, to: 0xfe }

const tables = new Map<Encoding, ReadonlyMap<string, readonly number[]>>()

/** Returns the bytes of each character of an encoding, as its decoder reads them. */
function tableOf(encoding: Encoding): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(encoding)
  if (known) return known
  const table = new Map<string, readonly number[]>()
  const learn = (bytes: readonly number[]) => {
    const decoder = decoderOf(encoding)
    const text = decoder.push(Uint8Array.from(bytes)) + decoder.end()
    if (Array.from(text).length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, bytes)
  }
  for (let byte = 0; byte < 256; byte++) learn([byte])
  // An encoding with a character for nearly every byte has no characters of two bytes.
  if (table.size < 192)
    for (let lead = LEADS.from; lead <= LEADS.to; lead++)
      for (let trail = TRAILS.from; trail <= TRAILS.to; trail++) learn([lead, trail])
  tables.set(encoding, table)
  return table
}

function encoderByTable(encoding: Encoding): (text: string) => Uint8Array {
  const table = tableOf(encoding)
  return (text) => Uint8Array.from(Array.from(text).flatMap((letter) => table.get(letter) ?? [63]))
}
