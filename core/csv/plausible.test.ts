import { expect, it } from 'vitest'
import { encoderOf } from './encode'
import { decoderOf, detectEncoding, encodingByName, ENCODINGS } from './encoding'
import { createPlausibilityCounter } from './plausible'
import { CsvRefusal } from './refusal'
import { sourceOfBytes } from './source'

const sheet = (...names: string[]) => ['siteName,siteAddress', ...names.map((name) => `${name},Rua 1`), ''].join('\r\n')
const encoded = (encoding: string, ...names: string[]) => encoderOf(encoding)(sheet(...names))
const found = async (bytes: Uint8Array, forced?: string) => {
  try {
    return (await detectEncoding(sourceOfBytes(bytes), forced)).encoding
  } catch (error) {
    if (error instanceof CsvRefusal) return `${error.code} ${(error.values['samples'] as string[]).join(' ')}`
    throw error
  }
}

const PORTUGUESE = ['Escola João', 'Praça da Conceição', 'São José d’Oeste', 'Nº 1º andar', '“Açaí” – Pará']
const IRISH = ['Colégio O’Brien', 'O’NEILL', 'O’Shaughnessy School']

it.each([
  ['cp850', ['Escola João', 'Praça', 'Conceição'], 'JoÆo Pra‡a Concei‡Æo'],
  ['cp850', ['ESCOLA SÃO JOÃO', 'IRMÃOS', 'SERTÃO', 'PARAÍBA'], 'SÇO IRMÇOS SERTÇO'],
  ['cp850', ['LUÍS', 'PIAUÍ'], 'LUÖS PIAUÖ'],
  ['cp437', ['Praça', 'José'], 'Pra‡a Jos‚'],
  ['cp860', ['João', 'Praça'], 'Jo„o Pra‡a'],
  ['macintosh', ['João', 'José'], 'Jo‹o JosŽ'],
  ['windows-1250', ['Łódź', 'Székesfehérvár', 'Győr', 'Plzeň'], '£ódŸ'],
  ['windows-1251', ['Москва', 'Школа'], 'Ìîñêâà Øêîëà'],
  ['koi8-r', ['Москва'], 'íÏÓË×Á'],
  ['windows-1253', ['Αθήνα'], 'ÁèÞíá'],
  ['windows-1254', ['Iğdır', 'Şanlıurfa'], 'Iðdýr Þanlýurfa'],
  ['windows-1255', ['ירושלים'], 'éøåùìéí'],
  ['windows-1256', ['القاهرة'], 'ÇáÞÇåÑÉ'],
  ['windows-1257', ['Šiauliai', 'Mažeikiai'], 'Ðiauliai Maþeikiai'],
  ['iso-8859-15', ['Cœur'], 'C½ur'],
  ['iso-8859-2', ['Timişoara'], 'Timiºoara'],
  ['shift_jis', ['東京', '学校'], '“Œ‹ž Šw\u008dZ'],
  ['euc-kr', ['서울', '학교'], '¼\u00ad¿ï ÇÐ±³'],
  ['big5', ['臺北', '高雄'], '»O¥ °ª¶¯'],
  ['gbk', ['北京', '学校'], '±±¾© Ñ§Ð£'],
])('T131 stops at names that were written in %s, and shows how they would read', async (encoding, names, samples) => {
  expect(await found(encoded(encoding, ...names))).toBe(`encoding_unknown ${samples}`)
  // A named encoding is used as it is.
  const bytes = encoded(encoding, ...names)
  expect(await found(bytes, encoding)).toBe(encoding)
  const decoder = decoderOf(encoding)
  expect(decoder.push(bytes) + decoder.end()).toBe(sheet(...names))
})

it('T131 takes UTF-8 and windows-1252 as what they are, with quotes, dashes, ordinals and names from elsewhere', async () => {
  const names = [...PORTUGUESE, 'Ñuñoa', 'Müller', 'École Sacré-Cœur', 'CORAÇÕES', '¿Qué?', 'À', 'Às 8h', 'Preço: €5']
  expect(await found(new TextEncoder().encode(sheet(...names)))).toBe('utf-8')
  expect(await found(encoded('windows-1252', ...names))).toBe('windows-1252')
  expect(await found(encoded('windows-1252', 'PÇA. XV', 'NASÇA', 'Ça', 'FORÇA', 'POÇO'))).toBe('windows-1252')
  // A few names of other countries among many of these are no reason to stop.
  expect(await found(encoded('windows-1252', ...names, 'Søren'))).toBe('windows-1252')
})

it('T131 stops where a byte has no character in windows-1252, and at UTF-7', async () => {
  expect(await found(Uint8Array.from([...encoded('windows-1252', 'São'), 0x81]))).toMatch(/^encoding_unknown/)
  const utf7 = new TextEncoder().encode(sheet('Jo+AOM-o', 'A+AOcA4w-o'))
  expect(await found(utf7)).toBe('encoding_unknown Jo+AOM-o')
  expect(await found(new TextEncoder().encode(sheet('1+1=2', 'C++ e A+B-C')))).toBe('utf-8')
})

it('T131 weighs the same however the bytes are cut', () => {
  const bytes = encoded('cp850', 'João', 'Praça', 'Conceição')
  const whole = createPlausibilityCounter()!
  whole.push(bytes)
  const apart = createPlausibilityCounter()!
  for (const byte of bytes) apart.push(Uint8Array.of(byte))
  expect(apart.end()).toEqual(whole.end())
})

it('T131 knows an encoding by its own name and by its others, and no other word', () => {
  for (const one of ENCODINGS) expect(encodingByName(one), one).not.toBeNull()
  expect(encodingByName('latin1')).toBe('windows-1252')
  expect(encodingByName(' SJIS ')).toBe('shift_jis')
  expect(encodingByName('CP850')).toBe('cp850')
  for (const none of ['', 'utf-7', 'cp999', 'constructor', 'replacement']) expect(encodingByName(none), none).toBeNull()
})

it('T131 takes a name with an apostrophe before a capital as it stands, by itself too', async () => {
  for (const name of IRISH) expect(await found(encoded('windows-1252', name))).toBe('windows-1252')
  expect(await found(encoded('windows-1252', ...IRISH))).toBe('windows-1252')
})
