import { isEmpty } from '../../vocabulary/empty'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CsvRefusal } from '../../csv/refusal'
import { chunker } from '../../import/chunks'
import { readerOf } from '../../csv/importable'
import { parseSheet } from '../../import/parse'
import { differingData, registrationDataImport } from './csv'
import { REGISTRATION_DATA_HEADER } from './csv-columns'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => parseSheet(bytes(text), registrationDataImport)
const drafts = async (text: string) => (await read(text)).rows.map(({ draft }) => draft)
const refusal = (text: string) =>
  read(text).then(
    () => 'read',
    (error: unknown) => (error instanceof CsvRefusal ? error.code : error),
  )

describe('a sheet of registration data', () => {
  it('A-098 RDATA-04 has a key, tags parted by semicolons, and whatever else under its own name', async () => {
    expect(await drafts('key,tags,nome,Setor (2)\n1, a ;b;;a,Íris,\n2,,,x\n')).toEqual([
      { key: '1', tags: ['a', 'b'], profileProps: { nome: 'Íris' } },
      { key: '2', tags: [], profileProps: { 'Setor (2)': 'x' } },
    ])
    expect(await drafts('Etiquetas;nome;CHAVE\na;Zoé;9\n')).toEqual([
      { key: '9', tags: ['a'], profileProps: { nome: 'Zoé' } },
    ])
  })

  it('T134 keeps a column whose name begins with an underscore, but for those of a rejects file', async () => {
    const { columns, rows } = await read('key,_line,_CODE,_message,_cargo,nome\n1,7,a,b,Diretor,Ana\n')
    expect(columns).toEqual(['key', '_cargo', 'nome'])
    expect(rows[0]!.draft.profileProps).toEqual({ _cargo: 'Diretor', nome: 'Ana' })
  })

  it('S01 refuses the header of a saved list in either language, and warns of a profile that may be one', async () => {
    for (const header of [
      'Chave,Tags,Perfil,"Atualizado em"',
      'Key,Tags,Profile,Updated',
      'id,key,tags,profileProps,RegistrationDataSchemaId,ClientId',
      'key,profileProps',
    ])
      expect([header, await refusal(`${header}\n1,2,3,4\n`)]).toEqual([header, 'header_of_list'])
    expect(await drafts('key,Perfil,Atualizado\n1,aluno,x\n')).toMatchObject([{ profileProps: { Perfil: 'aluno' } }])
    expect(registrationDataImport.missingColumnWarnings?.(['key', 'Perfil'])).toEqual(['profile_column'])
    expect(registrationDataImport.missingColumnWarnings?.(['key', 'nome'])).toEqual([])
  })

  it('A-098 wants a key, each once, and none that Excel took the digits of', async () => {
    const { problems } = await read('key,n\n,1\n1,2\n1,3\n5E+12,4\n\u00001,5\n')
    expect(problems.map(({ line, code }) => [line, code])).toEqual([
      [2, 'missing_data'],
      [4, 'duplicate'],
      [5, 'excel_scientific'],
      [6, 'control_character'],
    ])
  })

  it('A-098 T59 takes no key that nobody sees, nor one of two lines, in its line', async () => {
    const { problems } = await read('n,key\n1,\u200b\n2,"a\nb"\n"x\ny",ok\n3,a\tb\n')
    expect(problems.map(({ line, column, code }) => [line, column, code])).toEqual([
      [2, 2, 'missing_data'],
      [3, 2, 'control_character'],
    ])
  })

  it('T55 T59 refuses a header without a key, one twice, and names that every object answers to', async () => {
    expect(await refusal('nome,cargo\na,b\n')).toBe('header_unknown_or_missing')
    expect(await refusal('tags,cargo\na,b\n')).toBe('header_unknown_or_missing')
    expect(await refusal('key,a,b,a\n1,2,3,4\n')).toBe('header_duplicate')
    for (const name of ['constructor', 'prototype', '__proto__', 'x.constructor', 'a\u0007', 'x'.repeat(256)])
      expect([name, await refusal(`key,${name}\n1,2\n`)]).toEqual([name, 'header_forbidden'])
    expect(await drafts('key,hasOwnProperty,_line\n1,x,y\n')).toEqual([
      { key: '1', tags: [], profileProps: { hasOwnProperty: 'x' } },
    ])
  })

  it('T54 keeps a text no longer than a long text may be, and no tag longer than a name', async () => {
    const long = (cells: string) =>
      read(`key,tags,n\n${cells}\n`).then(({ problems }) => problems.map(({ columnName }) => columnName))
    expect(await long(`${'x'.repeat(255)},${'x'.repeat(255)},${'x'.repeat(10_000)}`)).toEqual([])
    expect(await long(`${'x'.repeat(256)},,`)).toEqual(['key'])
    expect(await long(`1,${'x'.repeat(256)},`)).toEqual(['tags'])
    expect(await long(`1,,${'x'.repeat(10_001)}`)).toEqual(['n'])
  })

  const text = fc.oneof(
    fc.constantFrom('=1+1', "'=x", '@a', '+55 11 9', "'s-Hertogenbosch", '"', 'a\nb', '東京', 'شارع', '0012', '＝1'),
    fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
      .filter((one) => !/[\u0000-\u0008\u000b-\u001f\u007f\ufffd\ufeff]/.test(one)),
  )
  const kept = (one: string) => one.normalize('NFC').trim()

  it('T52 T53 reads what it writes as it was, whatever begins with a sign', async () => {
    const draft = fc.record({
      key: text
        .map(kept)
        .filter(
          (one) =>
            !isEmpty(one) && !/[\t\n\r\u0080-\u009f\u2028\u2029]/.test(one) && !/^\d([.,]\d+)?E\+\d+$/i.test(one),
        ),
      tags: fc.uniqueArray(
        text.map((one) => kept(kept(one).replaceAll(';', ''))).filter((one) => one !== ''),
        { maxLength: 3 },
      ),
      profileProps: fc.dictionary(
        fc.constantFrom('nome', 'setor', '=a', 'Nº', '_cargo', 'toString', 'a,"b"'),
        text.map(kept).filter((one) => one !== ''),
      ),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(draft, { minLength: 1, maxLength: 5, selector: ({ key }) => key }),
        async (rows) => {
          const names = ['key', 'tags', ...new Set(rows.flatMap(({ profileProps }) => Object.keys(profileProps)))]
          const reader = readerOf(registrationDataImport, { spec: { ...REGISTRATION_DATA_HEADER, names } })
          const chunks = chunker(reader, names)
          rows.forEach((row, at) => chunks.add(row, at))
          const { rows: again, problems } = await parseSheet(chunks.end()!.bytes, registrationDataImport)
          expect(problems).toEqual([])
          // Records that fast-check makes without a prototype are equal.
          expect(again.map(({ draft: one }) => one)).toEqual(
            rows.map((row) => ({ ...row, profileProps: { ...row.profileProps } })),
          )
        },
      ),
      { numRuns: 200 },
    )
  })

  it('T55 accounts for every row of a file that was tampered with, or refuses the file by name', async () => {
    const good = bytes('\ufeffkey,tags,nome\r\n1,a;b,"Íris, ""x"""\r\n2,,João\r\n3,c,\r\n')
    const mutation = fc.record({ at: fc.nat(good.length), drop: fc.nat(4), put: fc.uint8Array({ maxLength: 6 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 4 }), async (mutations) => {
        let file: number[] = Array.from(good)
        for (const { at, drop, put } of mutations) file = [...file.slice(0, at), ...put, ...file.slice(at + drop)]
        try {
          const { rows, problems } = await parseSheet(Uint8Array.from(file), registrationDataImport)
          const lines = new Set([...rows.map(({ line }) => line), ...problems.map(({ line }) => line)])
          expect(lines.size).toBeGreaterThan(0)
          for (const { draft, problems: own } of rows) if (own.length === 0) expect(draft.key).not.toBe('')
        } catch (error) {
          expect(error).toBeInstanceOf(CsvRefusal)
        }
        expect(({} as Record<string, unknown>)['nome']).toBeUndefined()
      }),
      { numRuns: 500 },
    )
  })

  it('tells what a row changes: tags, and every text that is new, other or gone', () => {
    const draft = (tags: string[], profileProps: Record<string, string>) => ({ key: '1', tags, profileProps })
    expect(differingData(draft(['a'], { n: '1' }), draft(['a'], { n: '1' }))).toEqual([])
    expect(differingData(draft(['a', 'b'], {}), draft(['b', 'a'], {}))).toEqual(['tags'])
    expect(differingData(draft([], { n: '1', gone: 'x' }), draft([], { n: '2', fresh: 'y' }))).toEqual([
      'n',
      'gone',
      'fresh',
    ])
  })
})
