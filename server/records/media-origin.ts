import type { StoredType } from '@tocsin/core/vocabulary/media'

/**
 * Returns a picture or a recording without what a camera or a phone writes beside it: the place, the device, its owner. The
 * picture keeps its orientation. Nothing is unpacked, and a part whose structure cannot be read stays as it is. The bytes of
 * the given file do not change.
 */
export function withoutOrigin(file: Uint8Array, type: StoredType): Uint8Array {
  const bytes = Buffer.from(file)
  switch (type) {
    case 'image/jpeg':
      return plainJpeg(bytes)
    case 'image/png':
      return plainPng(bytes)
    case 'image/webp':
    case 'audio/wav':
      return plainRiff(bytes)
    case 'audio/mp4':
    case 'video/mp4':
    case 'video/quicktime':
    case 'video/3gpp':
      blankBoxes(bytes)
      return bytes
    case 'audio/mpeg':
      return plainMp3(bytes)
    default:
      return bytes
  }
}

const nameAt = (bytes: Buffer, at: number, length = 4) => bytes.toString('latin1', at, at + length)

/** Blanks the segments that say something of the camera, and cuts off what follows the picture: phones append a film there. */
function plainJpeg(bytes: Buffer): Buffer {
  let at = 2
  while (at + 2 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!
    if (marker === 0xd9) return bytes.subarray(0, at + 2)
    // A marker may be filled up with further bytes 0xFF.
    if (marker === 0xff) at += 1
    else if (at + 4 > bytes.length) break
    else {
      const end = at + 2 + Math.max(2, bytes.readUInt16BE(at + 2))
      const payload = bytes.subarray(at + 4, end)
      if (isAboutCamera(marker, payload)) blankSegment(payload)
      at = marker === 0xda ? endOfScan(bytes, end) : end
    }
  }
  return bytes
}

/** Returns whether a segment is a comment or of an application, and not one that decoders need: colours and their profile. */
const isAboutCamera = (marker: number, payload: Buffer): boolean =>
  marker === 0xfe ||
  (marker >= 0xe1 && marker <= 0xef && !/^(ICC_PROFILE|Adobe)/.test(nameAt(payload, 0, 'ICC_PROFILE'.length)))

/** Returns the place of the first marker after the data of a scan. There a 0xFF is followed by 0, or by a number to restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}

const EXIF = 'Exif\0\0'
const ORIENTATION = 0x0112

function blankSegment(payload: Buffer): void {
  const turned = orientationOf(payload)
  payload.fill(0)
  if (turned === undefined || payload.length < 32) return
  // A directory of one entry: the orientation, as a number of two bytes.
  payload.write(`${EXIF}MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01`, 'latin1')
  payload.writeUInt16BE(turned, 24)
}

/** Returns how a picture has to be turned; undefined where the segment does not say so. */
function orientationOf(payload: Buffer): number | undefined {
  if (nameAt(payload, 0, EXIF.length) !== EXIF) return undefined
  const tiff = payload.subarray(EXIF.length)
  const isLittle = nameAt(tiff, 0, 2) === 'II'
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  try {
    const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
    for (let entry = 0; entry < short(directory); entry++) {
      const at = directory + 2 + entry * 12
      if (short(at) === ORIENTATION) return short(at + 8)
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return undefined
}

const CHUNKS_ABOUT_CAMERA = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME'])

function plainPng(bytes: Buffer): Buffer {
  // The chunks that are kept move up to one another.
  let kept = 8
  for (let at = kept; at < bytes.length;) {
    const isWhole = at + 12 <= bytes.length
    const end = Math.min(bytes.length, isWhole ? at + 12 + bytes.readUInt32BE(at) : bytes.length)
    const name = nameAt(bytes, at + 4)
    if (!isWhole || !CHUNKS_ABOUT_CAMERA.has(name)) {
      bytes.copyWithin(kept, at, end)
      kept += end - at
    }
    if (name === 'IEND') break
    at = end
  }
  return bytes.subarray(0, kept)
}

const RIFF_ABOUT_CAMERA = new Set(['EXIF', 'XMP ', 'LIST', 'bext', 'iXML', 'id3 '])
/** The bits by which an extended WebP says that it has such chunks. */
const HAS_EXIF_OR_XMP = 0x0c

function plainRiff(bytes: Buffer): Buffer {
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32LE(at + 4)
    const name = nameAt(bytes, at)
    const payload = bytes.subarray(at + 8, at + 8 + size)
    if (name === 'VP8X' && payload.length > 0) payload[0]! &= ~HAS_EXIF_OR_XMP
    if (RIFF_ABOUT_CAMERA.has(name)) {
      bytes.write('JUNK', at, 'latin1')
      payload.fill(0)
    }
    // A chunk of an odd length is filled up.
    at += 8 + size + (size % 2)
  }
  return bytes
}

const BOXES_ABOUT_CAMERA = new Set(['udta', 'meta', 'uuid'])
const BOXES_OF_BOXES = new Set(['moov', 'trak', 'mdia', 'moof', 'traf'])

/** The boxes within boxes that are looked into: real ones lie no deeper. */
const DEEPEST = 4

/** Turns the boxes that say something of the camera into free space, so that no other box moves. */
function blankBoxes(bytes: Buffer, depth = 0): void {
  for (let at = 0; at + 8 <= bytes.length;) {
    const given = bytes.readUInt32BE(at)
    const name = nameAt(bytes, at + 4)
    const isLong = given === 1 && at + 16 <= bytes.length
    const header = isLong ? 16 : 8
    // A box without a length reaches to the end.
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : given || bytes.length - at
    if (size < header) return
    const inside = bytes.subarray(at + header, at + size)
    if (depth < DEEPEST && BOXES_OF_BOXES.has(name)) blankBoxes(inside, depth + 1)
    if (BOXES_ABOUT_CAMERA.has(name)) {
      bytes.write('free', at + 4, 'latin1')
      inside.fill(0)
    }
    at += size
  }
}

/** Empties the tag before the sound. Its length is in four bytes of seven bits each. */
function plainMp3(bytes: Buffer): Buffer {
  if (nameAt(bytes, 0, 3) !== 'ID3' || bytes.length < 10) return bytes
  const size = bytes.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
  bytes.subarray(10, 10 + size).fill(0)
  return bytes
}
