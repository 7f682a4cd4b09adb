import { describe, expect, it } from 'vitest'
import { MAX_BYTES, readFile, type FileProblem, type FileRead } from './read'
import { textOf } from './write'

const HEAD = 'format: 1\nkind: term\n'
const given = (text: string) => {
  const read = readFile('terms/a.yaml', text) as FileRead
  expect(read).toHaveProperty('kind')
  return read.given
}
const problem = (text: string) => {
  const { file, line, column, field, key, values } = readFile('terms/a.yaml', text) as FileProblem
  return [`${file}:${line}:${column}`, field, key, ...Object.values(values ?? {})]
}

describe('a file of a configuration', () => {
  it('B3 is read with its values as they stand there', () => {
    expect(given(`${HEAD}title: yes\nactive: false\ncontent: |\n  <p>a</p>\n  <p>b</p>\n`)).toEqual({
      title: 'yes',
      active: false,
      content: '<p>a</p>\n<p>b</p>\n',
    })
    // A number is a text where the field is one, as it is written.
    expect(given(`${HEAD}title: 0190\n`)).toEqual({ title: '0190' })
    expect(given('format: 1\nkind: app\nchannels:\n  - name: 193\n    config: {phone: 0190}\n')).toEqual({
      channels: [{ name: '193', config: { phone: '0190' } }],
    })
    expect(given('format: 1\nkind: registration-form\nschema: {fields: [{options: {min: 3, mask: 9}}]}\n')).toEqual({
      schema: { fields: [{ options: { min: 3, mask: '9' } }] },
    })
  })

  it.each([
    ['', ['terms/a.yaml:1:1', '', 'configuration.noObject']],
    ['- a\n', ['terms/a.yaml:1:1', '', 'configuration.noObject']],
    ['kind: term\n', ['terms/a.yaml:1:1', 'format', 'configuration.format', 1]],
    ['format: 2\nkind: term\n', ['terms/a.yaml:1:1', 'format', 'configuration.format', 1]],
    ['format: 1\n\nkind: site\n', ['terms/a.yaml:3:1', 'kind', 'configuration.kind', expect.stringContaining('term')]],
    [`${HEAD}title: a\ntitle: b\n`, ['terms/a.yaml:4:1', 'title', 'configuration.keyTwice']],
    [`${HEAD}title: &x a\n`, ['terms/a.yaml:3:11', 'title', 'configuration.anchor']],
    [`${HEAD}a: &x [1]\nb: *x\n`, ['terms/a.yaml:3:7', 'a', 'configuration.anchor']],
    [`${HEAD}? [a]\n: b\n`, ['terms/a.yaml:3:3', '', 'configuration.key']],
    [`${HEAD}1: b\n`, ['terms/a.yaml:3:1', '', 'configuration.key']],
    [`${HEAD}title: "a\n`, ['terms/a.yaml:4:1', '', 'configuration.open']],
    [`${HEAD}content: [a\ntitle: b\n`, ['terms/a.yaml:4:1', '', 'configuration.open']],
    [`${HEAD}title: a: b\n`, ['terms/a.yaml:3:8', '', 'configuration.colon']],
    [`${HEAD}title: a\n content: b\n`, ['terms/a.yaml:3:8', '', 'configuration.indent']],
    [`${HEAD}a:\n   b: 1\n  c: 2\n`, ['terms/a.yaml:5:1', '', 'configuration.indent']],
    [`${HEAD}a:\n- b\n c: 1\n`, ['terms/a.yaml:4:3', '', 'configuration.indent']],
    [`${HEAD}a:\n\tb: 1\n`, ['terms/a.yaml:4:1', '', 'configuration.tab']],
    [`${HEAD}title a\n`, ['terms/a.yaml:3:1', '', 'configuration.noColon']],
    [`${HEAD}title: @a\n`, ['terms/a.yaml:3:8', '', 'configuration.start', '@']],
    [`${HEAD}title: "a" b\n`, ['terms/a.yaml:3:12', '', 'configuration.syntax', 'UNEXPECTED_TOKEN']],
    [`${HEAD}title: !!js/function a\n`, ['terms/a.yaml:3:8', '', 'configuration.tag']],
    [`${HEAD}title: !!str a\n`, ['terms/a.yaml:3:14', 'title', 'configuration.tag']],
    [`${HEAD}title: ! a\n`, ['terms/a.yaml:3:10', 'title', 'configuration.tag']],
    [`${HEAD}a: !!seq [b]\n`, ['terms/a.yaml:3:10', 'a', 'configuration.tag']],
    [`${HEAD}a: !!map {b: 1}\n`, ['terms/a.yaml:3:10', 'a', 'configuration.tag']],
    [`${HEAD}!!str a: b\n`, ['terms/a.yaml:3:7', '', 'configuration.tag']],
    [`${HEAD}&x a: b\n`, ['terms/a.yaml:3:4', '', 'configuration.anchor']],
    [`${HEAD}---\nkind: app\n`, ['terms/a.yaml:3:1', '', 'configuration.documents']],
    [`%YAML 1.1\n---\n${HEAD}`, ['terms/a.yaml:1:1', '', 'configuration.syntax', 'YAML_VERSION']],
    [
      `${HEAD}a: ${'['.repeat(60)}${']'.repeat(60)}\n`,
      ['terms/a.yaml:3:52', expect.any(String), 'configuration.tooDeep', 48],
    ],
    [`${HEAD}a: ${'x'.repeat(MAX_BYTES)}`, ['terms/a.yaml:1:1', '', 'configuration.tooLarge', 2]],
  ])('B3 tells the place of the first problem (%#)', (text, expected) => {
    expect(problem(text)).toEqual(expected)
  })

  it('B3 stops at bombs and at endless nesting, and takes no name for the prototype', () => {
    expect(problem(`${HEAD}a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\n`)[2]).toBe('configuration.anchor')
    expect(problem(`${HEAD}a: ${'['.repeat(50_000)}`)[2]).toBe('configuration.syntax')
    const read = given(`${HEAD}__proto__: {active: false}\n`)
    expect(Object.keys(read)).toEqual(['__proto__'])
    expect(read['active']).toBeUndefined()
  })

  it('B3 tells the place of a field, or of what is around one that is absent', () => {
    const read = readFile(
      'apps/a.yaml',
      'format: 1\nkind: app\nchannels:\n  - name: a\n    config:\n      phone: 1\n',
    ) as FileRead
    const at = (field: string) =>
      Object.values(read.problem(field, { key: 'k' }))
        .slice(0, 3)
        .join(':')
    expect(at('channels.0.config.phone')).toBe('apps/a.yaml:6:7')
    expect(at('channels.0.config.url')).toBe('apps/a.yaml:5:5')
    expect(at('channels.0.label')).toBe('apps/a.yaml:4:5')
    expect(at('name')).toBe('apps/a.yaml:1:1')
  })

  it('B3 is written so that it is read back the same', () => {
    const { kind } = readFile('a', HEAD) as FileRead
    const texts = [
      'yes',
      'null',
      '~',
      '1e3',
      '0x10',
      '- a',
      '# b',
      'a: b',
      "it's",
      '"q"',
      ' a ',
      'a\nb',
      'a\n\n b \n',
      '\ta',
      '*a',
      '&a',
      '!a',
      '%a',
      '@a',
      '`a',
      '|',
      '>',
      '{',
      '[',
      '?',
      ':',
      '---',
      '...',
      '2026-01-01',
      '0o7',
      '.inf',
      'é😀',
      '\u2028a',
      '\u0085',
    ]
    for (const title of texts) expect(given(textOf(kind, { title })), JSON.stringify(title)).toEqual({ title })
    expect(textOf(kind, { title: 'a', content: '<p>a</p>\n<p>b</p>' })).toBe(
      'format: 1\nkind: term\ntitle: a\ncontent: |-\n  <p>a</p>\n  <p>b</p>\n',
    )
  })
})
