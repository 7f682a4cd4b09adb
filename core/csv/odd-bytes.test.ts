import fc from 'fast-check'
import { expect, it } from 'vitest'
import { needsCloseCheck } from './cells'
import { encoderOf } from './encode'
import { decoderOf } from './encoding'
import { oddBytes } from './odd-bytes'

it('sees in bytes whatever is odd in the text they become, cut anywhere', () => {
  const text = fc.string({
    unit: fc.constantFrom(
      'a',
      'Z',
      ' ',
      '\n',
      '\r',
      '\t',
      '"',
      'ã',
      'Ã',
      'Â',
      'é',
      'ÿ',
      '\u02ff',
      '\u0300',
      '\u0000',
      '\u001f',
      '\u007f',
      '\u0080',
      '\u009f',
      '\u00a0',
      '£',
      'º',
      '€',
      '…',
      '\ufeff',
      '🚑',
    ),
    maxLength: 30,
  })
  let plain = 0
  const property = (encoding: 'utf-8' | 'windows-1252') =>
    fc.property(text, fc.nat(40), fc.nat(3), (original, cut, offset) => {
      const encoded = encoderOf(encoding)(original)
      // A byte of another encoding, now and then.
      if (offset === 1 && encoded.length > cut) encoded[cut] = 0x80 + ((cut * 7) % 128)
      const bytes = new Uint8Array(encoded.length + offset).fill(0x61)
      bytes.set(encoded, offset)
      const view = bytes.subarray(offset)
      const decoded = decoderOf(encoding).push(view)
      const odd = oddBytes(encoding)
      const seen = [odd(view.subarray(0, cut), ''), odd(view.subarray(cut), '')].includes(true)
      if (needsCloseCheck(decoded)) expect(seen, JSON.stringify(decoded)).toBe(true)
      else if (!seen) plain++
    })
  fc.assert(property('utf-8'), { numRuns: 20_000, seed: 1 })
  fc.assert(property('windows-1252'), { numRuns: 20_000, seed: 2 })
  expect(plain).toBeGreaterThan(1_000)
})

it('finds nothing odd in Portuguese text', () => {
  const text = 'SÃO JOÃO, Coração de Água º ª § ½ — não há'.replace('—', '-')
  expect(oddBytes('utf-8')(encoderOf('utf-8')(text), '')).toBe(false)
  expect(oddBytes('windows-1252')(encoderOf('windows-1252')(text), '')).toBe(false)
})
