import type { MediaType } from '@tocsin/core/vocabulary/files'

/** The type of a file and, for an image, its pixels; null for an image whose header cannot be read. */
export type Media = { type: MediaType; pixels?: number | null }

/** Returns what a file is by its contents; undefined for anything that is not stored. Its name says nothing. */
export function mediaOf(bytes: Uint8Array): Media | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const has = (at: number, text: string) => view.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'))
  if (has(0, '%PDF-')) return { type: 'application/pdf' }
  if (has(0, '\x89PNG\r\n\x1a\n')) return { type: 'image/png', pixels: readable(view, sizeOfPng) }
  if (has(0, '\xff\xd8\xff')) return { type: 'image/jpeg', pixels: readable(view, sizeOfJpeg) }
  if (has(0, 'GIF87a') || has(0, 'GIF89a')) return { type: 'image/gif', pixels: readable(view, sizeOfGif) }
  if (has(0, 'RIFF') && has(8, 'WEBP')) return { type: 'image/webp', pixels: readable(view, sizeOfWebp) }
  return undefined
}

/** The width and the height in the header of an image. */
type Size = readonly [width: number, height: number]

/**
 * Returns the pixels of an image. A few bytes may unpack to gigabytes in the browser that shows them, so the header is
 * believed and nothing is unpacked here (T86). Null where the header ends too early or names no area.
 */
function readable(bytes: Buffer, sizeOf: (bytes: Buffer) => Size | undefined): number | null {
  try {
    const [width, height] = sizeOf(bytes) ?? [0, 0]
    return width * height || null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const sizeOfPng = (bytes: Buffer): Size | undefined =>
  bytes.toString('latin1', 12, 16) === 'IHDR' ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : undefined

const sizeOfGif = (bytes: Buffer): Size => [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]

/** Markers of a frame are 0xC0 to 0xCF without those of tables. */
const NO_FRAME = new Set([0xc4, 0xc8, 0xcc])

/** Walks the segments of a JPEG to its first frame, which has the size. */
function sizeOfJpeg(bytes: Buffer): Size | undefined {
  for (let at = 2; bytes.readUInt8(at) === 0xff;) {
    const marker = bytes.readUInt8(at + 1)
    // A marker may be filled up with further bytes 0xFF.
    if (marker === 0xff) at += 1
    else if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAME.has(marker))
      return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2))
  }
  return undefined
}

function sizeOfWebp(bytes: Buffer): Size | undefined {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
    }
    case 'VP8 ':
      return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff]
    default:
      return undefined
  }
}
