import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeMultipart, flatten } from './multipart'

/** Reads a body back with the platform's own parser. */
const parsed = ({ contentType, body }: { contentType: string; body: Uint8Array }) =>
  new Response(Uint8Array.from(body), { headers: { 'Content-Type': contentType } }).formData()
const bytesOf = async (part: FormDataEntryValue | null) => [...new Uint8Array(await (part as File).arrayBuffer())]
const file = (bytes: Iterable<number>, name = 'a.csv', type = 'text/csv') => ({
  name,
  type,
  bytes: Uint8Array.from(bytes),
})

describe('multipart', () => {
  it('API-13 A-014 sends dotted keys, the whole as _json, and the files', async () => {
    const payload = { name: 'Escola', active: true, config: { text: { pt: 'ç' }, list: [1, 2] }, nothing: null }
    const form = await parsed(
      encodeMultipart(payload, { 'config.pdfFile': file([1, 2], 'a.pdf', 'application/pdf') }, 'b'),
    )
    expect([...form.keys()]).toEqual([
      'name',
      'active',
      'config.text.pt',
      'config.list.0',
      'config.list.1',
      '_json',
      'config.pdfFile',
    ])
    expect(form.get('config.text.pt')).toBe('ç')
    expect(JSON.parse(String(form.get('_json')))).toEqual(payload)
    const part = form.get('config.pdfFile') as File
    expect([part.name, part.type, await bytesOf(part)]).toEqual(['a.pdf', 'application/pdf', [1, 2]])
  })

  it('gives back every byte, also those of its own boundary', async () => {
    const ends = new TextEncoder().encode('\r\n--edge--\r\n--edge-\r\n\r\n')
    const bytes = fc.array(fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.constant(ends)), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(bytes, fc.string({ unit: 'grapheme' }), async (pieces, text) => {
        const content = pieces.flatMap((piece) => [...piece])
        const form = await parsed(encodeMultipart({ text, trap: '--edge--' }, { csvSites: file(content) }, 'edge'))
        expect(await bytesOf(form.get('csvSites'))).toEqual(content)
        expect(JSON.parse(String(form.get('_json')))).toEqual({ text, trap: '--edge--' })
      }),
      { numRuns: 200, seed: 2 },
    )
  })

  it.each(['a"; filename="b.exe', 'line\r\nX-Evil: 1', 'sítio 东京 🚒.csv', 'C:\\temp\\a.csv', ''])(
    'keeps a file called %j a file with a name and no more',
    async (name) => {
      const { contentType, body } = encodeMultipart({}, { csvSites: file([1], name) }, 'b')
      const head = new TextDecoder().decode(body)
      expect(head).not.toMatch(/^X-Evil/m)
      expect(head.match(/^Content-Disposition/gm)).toHaveLength(2)
      const form = await parsed({ contentType, body })
      expect(await bytesOf(form.get('csvSites'))).toEqual([1])
    },
  )

  it.each(['text/csv\r\nX-Evil: 1', '', 'nonsense', 'text/csv; x'])('takes %j for no type', async (type) => {
    const text = new TextDecoder().decode(encodeMultipart({}, { f: file([1], 'a', type) }, 'b').body)
    expect(text).toContain('Content-Type: application/octet-stream\r\n\r\n')
    expect(text).not.toContain('X-Evil')
  })

  it('flattens to what the server compares with _json', () => {
    expect(flatten({ a: { b: [{ c: 0 }] }, d: false, e: null, f: undefined, g: '', h: [], i: {} })).toEqual([
      ['a.b.0.c', '0'],
      ['d', 'false'],
      ['g', ''],
    ])
  })
})
