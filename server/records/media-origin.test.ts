import type { StoredType } from '@tocsin/core/vocabulary/media'
import { expect, it } from 'vitest'
import { mediaOf } from './media'
import { withoutOrigin } from './media-origin'

const text = (letters: string) => Buffer.from(letters, 'latin1')
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const u32le = (value: number) => u32(value).reverse()
const joined = (...parts: (Buffer | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? text(part) : part)))

/** The directory of an EXIF segment, with the device and how the picture is turned. */
const exif = (isLittle: boolean, turned: number) => {
  const short = (value: number) => (isLittle ? [value, 0] : [0, value])
  const long = (value: number) => (isLittle ? [value, 0, 0, 0] : [0, 0, 0, value])
  const entry = (tag: number, type: number, count: number, value: number[]) => [
    ...(isLittle ? [tag & 0xff, tag >> 8] : [tag >> 8, tag & 0xff]),
    ...short(type),
    ...long(count),
    ...value,
  ]
  const directory = [
    ...short(2),
    ...entry(0x010f, 2, 9, long(38)),
    ...entry(0x0112, 3, 1, [...short(turned), 0, 0]),
    ...long(0),
  ]
  return joined('Exif\0\0', isLittle ? 'II*\0' : 'MM\0*', Buffer.from([...long(8), ...directory]), 'Quxphone\0')
}
const segment = (marker: number, payload: Buffer | string) => {
  const size = payload.length + 2
  return joined(
    Buffer.from([0xff, marker, size >> 8, size & 0xff]),
    typeof payload === 'string' ? text(payload) : payload,
  )
}
const jpeg = (isLittle: boolean) =>
  joined(
    '\xff\xd8',
    segment(0xe0, 'JFIF\0'),
    segment(0xe1, exif(isLittle, 6)),
    segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0Quxanda'),
    segment(0xe2, 'ICC_PROFILE\0colours'),
    segment(0xe2, 'MPF\0Quxanda'),
    segment(0xed, 'Photoshop Quxanda'),
    segment(0xfe, 'Quxanda'),
    segment(0xc0, '\x08\0\x01\0\x02\x01\x01\x11\0'),
    segment(0xda, '\x01\x01\0\0\x3f\0'),
    'scan\xff\0\xff\xd0scan',
    segment(0xfe, 'Quxanda'),
    segment(0xda, '\x01\x01\0\0\x3f\0'),
    'more\xff\xd9',
    'a film by Quxanda',
  )
const chunk = (name: string, data: Buffer | string) => joined(u32(data.length), name, data, 'CRC!')
const png = joined(
  '\x89PNG\r\n\x1a\n',
  chunk('IHDR', joined(u32(2), u32(1), '\x08\x02\0\0\0')),
  chunk('tEXt', 'Author\0Quxanda'),
  chunk('eXIf', 'Quxphone'),
  chunk('IDAT', 'picture'),
  chunk('IEND', ''),
  'Quxanda',
)
const riff = (kind: string, ...chunks: [string, string][]) => {
  const body = joined(
    ...chunks.map(([name, data]) => joined(name, u32le(data.length), data, data.length % 2 === 1 ? '\0' : '')),
  )
  return joined('RIFF', u32le(body.length + 4), kind, body)
}
const webp = riff(
  'WEBP',
  ['VP8X', '\x3c\0\0\0\x01\0\0\0\0\0'],
  ['VP8 ', '\0\0\0\x9d\x01\x2a\x02\0\x01\0'],
  ['EXIF', 'Quxphon'],
  ['XMP ', 'Quxanda'],
)
const wav = riff('WAVE', ['fmt ', 'x'.repeat(16)], ['LIST', 'INFOIARTQuxanda'], ['data', 'sound'])
const box = (name: string, ...inside: (Buffer | string)[]) => {
  const body = joined(...inside)
  return joined(u32(body.length + 8), name, body)
}
const mp4 = joined(
  box('ftyp', 'isom\0\0\0\0'),
  box(
    'moov',
    box('trak', box('mdia', box('hdlr', '\0\0\0\0\0\0\0\0vide')), box('udta', 'Quxanda')),
    box('udta', box('\xa9xyz', 'Qux+23-046')),
  ),
  box('uuid', 'Quxanda'),
  box('mdat', 'film'),
)
const mp3 = joined('ID3\x04\0\0\0\0\0\x07', 'Quxanda', '\xff\xfb\x90\x64sound')

const FILES: readonly (readonly [StoredType, Buffer, kept: string[]])[] = [
  ['image/jpeg', jpeg(true), ['JFIF', 'ICC_PROFILE', 'scan', 'more']],
  ['image/jpeg', jpeg(false), ['JFIF', 'ICC_PROFILE', 'scan', 'more']],
  ['image/png', png, ['IHDR', 'IDAT', 'picture', 'IEND']],
  ['image/webp', webp, ['VP8 ']],
  ['audio/wav', wav, ['fmt ', 'sound']],
  ['video/mp4', mp4, ['mdatfilm']],
  ['audio/mpeg', mp3, ['sound']],
]
const letters = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

it('A-155 leaves no name, place or device in a picture or a recording, and the rest of it', () => {
  for (const [type, bytes, kept] of FILES) {
    expect(mediaOf(bytes)?.type, type).toBe(type)
    expect(letters(bytes)).toContain('Qux')
    const before = Buffer.from(bytes)
    const plain = withoutOrigin(bytes, type)
    expect(bytes.equals(before), 'the given bytes').toBe(true)
    expect(letters(plain), type).not.toContain('Qux')
    for (const part of kept) expect(letters(plain), type).toContain(part)
    expect(mediaOf(plain), type).toEqual(mediaOf(bytes))
    expect(withoutOrigin(plain, type), type).toEqual(plain)
  }
  expect(withoutOrigin(webp, 'image/webp')[20]).toBe(0x30)
})

it('A-155 keeps how a picture is turned', () => {
  for (const isLittle of [true, false]) {
    const plain = letters(withoutOrigin(jpeg(isLittle), 'image/jpeg'))
    expect(plain).toContain('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0')
  }
})

it('T86 never fails, wherever a file ends and whatever is changed in it', () => {
  for (const [type, whole] of FILES) {
    for (let end = 0; end <= whole.length; end++) withoutOrigin(whole.subarray(0, end), type)
    for (let at = 0; at < whole.length; at++)
      for (const byte of [0, 1, 0x7f, 0xff]) {
        const changed = Buffer.from(whole)
        changed[at] = byte
        withoutOrigin(changed, type)
      }
  }
  // Boxes within boxes without end.
  withoutOrigin(joined(...Array.from({ length: 100_000 }, () => '\0\0\0\0moov')), 'video/mp4')
})
