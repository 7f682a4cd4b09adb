import { describe, expect, it } from 'vitest'
import { decoderOf, detectEncoding, encodingByCount } from './encoding'
import { sourceOfBytes } from './source'
import { utf8Counter } from './utf8-scan'

/** Bytes 0x80 to 0x9f in windows-1252, from the WHATWG index; the five unassigned ones stay controls. */
const HIGH =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const encodingOf = async (bytes: Uint8Array) => (await detectEncoding(sourceOfBytes(bytes))).encoding
const refusalOf = (bytes: Uint8Array) =>
  detectEncoding(sourceOfBytes(bytes)).then(
    () => null,
    (error: { code: string; values: Record<string, unknown> }) => `${error.code} ${error.values.kind ?? ''}`.trim(),
  )

describe('decoding', () => {
  it.each([1, 7, 256])('T55 decodes all 256 bytes of windows-1252, %i at a time', (chunk) => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
    const decoder = decoderOf('windows-1252')
    let text = ''
    for (let at = 0; at < 256; at += chunk) text += decoder.push(bytes.subarray(at, at + chunk))
    text += decoder.end()
    const expected = Array.from(bytes, (byte) =>
      byte >= 0x80 && byte < 0xa0 ? HIGH[byte - 0x80] : String.fromCharCode(byte),
    )
    expect(Array.from(text)).toEqual(expected)
  })

  it('decodes UTF-8 cut within a character', () => {
    const bytes = bytesOf('São João 🚑')
    const decoder = decoderOf('utf-8')
    let text = ''
    for (const byte of bytes) text += decoder.push(Uint8Array.of(byte))
    expect(text + decoder.end()).toBe('São João 🚑')
  })
})

describe('counting UTF-8', () => {
  const count = (bytes: Uint8Array, chunk = bytes.length || 1) => {
    const counter = utf8Counter()
    for (let at = 0; at < bytes.length; at += chunk) counter.push(bytes.slice(at, at + chunk))
    return counter.end()
  }

  it('counts the same as a fatal decoder judges, whatever the chunks', () => {
    const SAMPLES: Uint8Array[] = [
      bytesOf('plain ASCII text, long enough to be passed over by words'),
      bytesOf('São João \u07ff\u0800\uffff\u{10000}\u{10ffff}'),
      Uint8Array.of(0xc0, 0x80),
      Uint8Array.of(0xed, 0xa0, 0x80),
      Uint8Array.of(0xf4, 0x90, 0x80, 0x80),
      Uint8Array.of(0xe0, 0x80, 0x80),
      Uint8Array.of(0x41, 0xc3),
      latin('S\u00e3o Jos\u00e9'),
    ]
    for (const sample of SAMPLES) {
      let valid = true
      try {
        new TextDecoder('utf-8', { fatal: true }).decode(sample)
      } catch {
        valid = false
      }
      for (const chunk of [1, 2, 3, 5, sample.length]) expect(count(sample, chunk).invalid === 0).toBe(valid)
      expect(count(sample, 1)).toEqual(count(sample))
    }
  })

  it('finds high bytes at every alignment', () => {
    for (let offset = 0; offset < 9; offset++)
      for (let at = 0; at < 40; at++) {
        const buffer = new Uint8Array(64).fill(0x61)
        buffer[offset + at] = 0xff
        expect(count(buffer.subarray(offset, offset + 41))).toEqual({ sequences: 0, invalid: 1 })
      }
  })
})

describe('which encoding a file has', () => {
  it('T55 goes by mark, NULs and bytes', async () => {
    expect(await encodingOf(bytesOf('\ufeffsiteName'))).toBe('utf-8')
    expect(await encodingOf(bytesOf('siteName\nSão'))).toBe('utf-8')
    expect(await encodingOf(latin('siteName\nS\u00e3o Jos\u00e9'))).toBe('windows-1252')
    expect(await encodingOf(new Uint8Array(Buffer.from('\ufeffsiteName', 'utf16le')))).toBe('utf-16le')
    expect(await encodingOf(new Uint8Array(Buffer.from('siteName;siteAddress', 'utf16le')))).toBe('utf-16le')
    expect(await encodingOf(new Uint8Array(Buffer.from('siteName;siteAddress', 'utf16le').swap16()))).toBe('utf-16be')
  })

  it('T55 keeps a file with one damaged row in UTF-8, and refuses one that is half and half', () => {
    expect(encodingByCount({ sequences: 900, invalid: 2 })).toBe('utf-8')
    expect(encodingByCount({ sequences: 1, invalid: 900 })).toBe('windows-1252')
    expect(encodingByCount({ sequences: 0, invalid: 1 })).toBe('windows-1252')
    expect(() => encodingByCount({ sequences: 10, invalid: 10 })).toThrow('encoding_mixed')
  })

  it('T55 looks at the whole file, not at its beginning', async () => {
    const bytes = latin(`siteName\n${'plain\n'.repeat(40_000)}S\u00e3o Jos\u00e9\n`)
    expect(await encodingOf(bytes)).toBe('windows-1252')
  })

  it('T55 refuses what is no text, by name', async () => {
    expect(await refusalOf(new Uint8Array(0))).toBe('empty_file')
    expect(await refusalOf(Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0))).toBe('not_csv xlsx')
    expect(await refusalOf(Uint8Array.of(0x1f, 0x8b, 8, 0))).toBe('not_csv gzip')
    expect(await refusalOf(bytesOf('%PDF-1.7\n'))).toBe('not_csv pdf')
    expect(await refusalOf(new Uint8Array(4_096))).toBe('not_csv binary')
  })
})
