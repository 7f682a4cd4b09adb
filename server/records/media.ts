import type { StoredType } from '@tocsin/core/vocabulary/media'

/** The type of a file and, for an image, its pixels; null for an image whose header cannot be read. */
export type Media = { type: StoredType; pixels?: number | null }

/** Returns what a file is by its contents; undefined for anything that is not stored. Its name says nothing. */
export function mediaOf(bytes: Uint8Array): Media | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const has = (at: number, text: string) => view.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'))
  if (has(0, '%PDF-')) return { type: 'application/pdf' }
  if (has(0, '\x89PNG\r\n\x1a\n')) return { type: 'image/png', pixels: readable(view, sizeOfPng) }
  if (has(0, '\xff\xd8\xff')) return { type: 'image/jpeg', pixels: readable(view, sizeOfJpeg) }
  if (has(0, 'GIF87a') || has(0, 'GIF89a')) return { type: 'image/gif', pixels: readable(view, sizeOfGif) }
  if (has(0, 'RIFF') && has(8, 'WEBP')) return { type: 'image/webp', pixels: readable(view, sizeOfWebp) }
  const type = recordingOf(view, has)
  return type && { type }
}

/** The brands of the containers of ISO that hold sound and pictures. Those of still images, such as HEIC, are others. */
const MP4 = /^(isom|iso[2-9]|mp4[12]|avc1|dash|MSNV|M4V |M4A |M4B |mmp4|f4v )$/

/** Returns the type of a recording. Containers hold sound alone as well, which their tracks tell. */
function recordingOf(bytes: Buffer, has: (at: number, text: string) => boolean): StoredType | undefined {
  if (has(0, 'RIFF') && has(8, 'WAVE')) return 'audio/wav'
  if (has(0, '#!AMR')) return 'audio/amr'
  if (has(0, 'OggS')) return has(28, '\x80theora') ? 'video/ogg' : 'audio/ogg'
  if (has(0, '\x1aE\xdf\xa3')) {
    // The name of each codec begins with the kind of its track.
    const head = bytes.subarray(0, 65_536)
    return head.includes('V_') ? 'video/webm' : head.includes('A_') ? 'audio/webm' : undefined
  }
  if (has(4, 'ftyp')) {
    const brand = bytes.toString('latin1', 8, 12)
    if (brand === 'qt  ') return hasTrack(bytes, 'vide') ? 'video/quicktime' : undefined
    if (brand.startsWith('3g')) return hasTrack(bytes, 'vide') ? 'video/3gpp' : soundOf(bytes)
    if (MP4.test(brand)) return hasTrack(bytes, 'vide') ? 'video/mp4' : soundOf(bytes)
    return undefined
  }
  if (has(0, 'ID3')) return 'audio/mpeg'
  if (bytes.length < 4) return undefined
  const sync = bytes.readUInt16BE(0)
  if ((sync & 0xfff6) === 0xfff0) return 'audio/aac'
  // The third layer, with a rate and a frequency that are not reserved.
  const third = bytes.readUInt8(2)
  return (sync & 0xffe6) === 0xffe2 && (third & 0xf0) !== 0xf0 && (third & 0x0c) !== 0x0c ? 'audio/mpeg' : undefined
}

const soundOf = (bytes: Buffer): StoredType | undefined => (hasTrack(bytes, 'soun') ? 'audio/mp4' : undefined)

/** Returns whether a container of ISO has a track of a kind: the box `hdlr` of each names its own. */
function hasTrack(bytes: Buffer, kind: string): boolean {
  for (let at = bytes.indexOf('hdlr'); at >= 0; at = bytes.indexOf('hdlr', at + 4))
    if (bytes.toString('latin1', at + 12, at + 16) === kind) return true
  return false
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
