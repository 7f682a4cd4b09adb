/** Files of every type that is stored, made here: they begin as real ones do, and are no longer than that needs. */

const text = (letters: string) => Buffer.from(letters, 'latin1')
const big = (value: number) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value].map((byte) => byte & 0xff))
const small = (value: number) => Buffer.from([value & 0xff, (value >>> 8) & 0xff])

export const png = (width = 2, height = 1) =>
  Buffer.concat([
    text('\x89PNG\r\n\x1a\n'),
    big(13),
    text('IHDR'),
    big(width),
    big(height),
    text('\x08\x02\0\0\0'),
    big(0),
  ])
export const gif = (width = 2, height = 1) =>
  Buffer.concat([text('GIF89a'), small(width), small(height), text('\0\0\0;')])
export const jpeg = (width = 2, height = 1) =>
  Buffer.concat([
    text('\xff\xd8\xff\xe0\0\x04ab\xff\xc4\0\x02\xff\xff\xc2\0\x0b\x08'),
    Buffer.from([height >> 8, height & 0xff, width >> 8, width & 0xff]),
    text('\x01\x11\0\0'),
  ])
const riff = (chunk: string, rest: Buffer) =>
  Buffer.concat([text('RIFF\0\0\0\0WEBP'), text(chunk), text('\0\0\0\0'), rest])
export const webp = (width = 2, height = 1) =>
  riff('VP8 ', Buffer.concat([text('\0\0\0\x9d\x01\x2a'), small(width), small(height)]))
export const losslessWebp = (width = 2, height = 1) => {
  const bits = Buffer.alloc(4)
  bits.writeUInt32LE((width - 1) | ((height - 1) << 14))
  return riff('VP8L', Buffer.concat([text('\x2f'), bits]))
}
export const extendedWebp = (width = 2, height = 1) => {
  const sizes = Buffer.alloc(6)
  sizes.writeUIntLE(width - 1, 0, 3)
  sizes.writeUIntLE(height - 1, 3, 3)
  return riff('VP8X', Buffer.concat([text('\0\0\0\0'), sizes]))
}
export const pdf = (more = '') => text(`%PDF-1.4\n${more}\n%%EOF`)

/** A picture of one pixel that a browser shows. */
export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const ofTrack = (brand: string, ...kinds: string[]) =>
  text(`\0\0\0\x14ftyp${brand}\0\0\0\0${kinds.map((kind) => `\0\0\0\x20hdlr\0\0\0\0\0\0\0\0${kind}`).join('')}`)
/** Recordings by their types, and files that begin like recordings and are none. */
export const recordings: readonly (readonly [type: string | undefined, bytes: Buffer])[] = [
  ['audio/mpeg', text('ID3\x04\0\0')],
  ['audio/mpeg', text('\xff\xfb\x90\x64')],
  ['audio/aac', text('\xff\xf1\x50\x80')],
  ['audio/wav', text('RIFF\0\0\0\0WAVEfmt ')],
  ['audio/amr', text('#!AMR\n')],
  ['audio/ogg', Buffer.concat([text('OggS'), Buffer.alloc(24), text('OpusHead')])],
  ['video/ogg', Buffer.concat([text('OggS'), Buffer.alloc(24), text('\x80theora')])],
  ['audio/webm', text('\x1aE\xdf\xa3 webm A_OPUS')],
  ['video/webm', text('\x1aE\xdf\xa3 webm V_VP8 A_OPUS')],
  ['audio/mp4', ofTrack('M4A ', 'soun')],
  ['video/mp4', ofTrack('isom', 'soun', 'vide')],
  ['video/quicktime', ofTrack('qt  ', 'vide')],
  ['video/3gpp', ofTrack('3gp4', 'vide')],
  ['audio/mp4', ofTrack('3gp4', 'soun')],
  [undefined, ofTrack('heic', 'pict')],
  [undefined, ofTrack('isom')],
  [undefined, text('\x1aE\xdf\xa3 webm')],
  [undefined, text('\xff\xff\xff\xff')],
  [undefined, text('\xff\xe0\x00\x00')],
]
