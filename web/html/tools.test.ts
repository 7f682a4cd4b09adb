import type { Node } from 'prosemirror-model'
import { EditorState, TextSelection } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { schema } from './schema'
import { linkAt, setLink, TOOLS } from './tools'

const link = (href: string) => schema.mark('link', { href })
const bold = schema.mark('strong')

/** A document with `vá a `, a link whose middle is bold, `um `**dois**` três`, and another link right behind it. */
const doc = schema.node('doc', null, [
  schema.node('paragraph', null, [
    schema.text('vá a '),
    schema.text('um ', [link('https://a.example')]),
    schema.text('dois', [link('https://a.example'), bold]),
    schema.text(' três', [link('https://a.example')]),
    schema.text('quatro', [link('https://b.example')]),
  ]),
])

function after(href: string, from: number, to = from, on = doc): string[] {
  let state = EditorState.create({ doc: on, selection: TextSelection.create(on, from, to) })
  setLink(href)(state, (tr) => (state = state.apply(tr)))
  const parts: string[] = []
  state.doc.descendants((node) => {
    const mark = schema.marks.link.isInSet(node.marks)
    if (node.isText) parts.push(`${node.text}${mark ? `<${String(mark.attrs['href'])}>` : ''}`)
  })
  return parts
}

const others = ['quatro<https://b.example>']

it.each([
  ['its first word', 8],
  ['its bold middle', 11],
  ['its last word', 15],
])('changes the whole link that the cursor stands in, and nothing beside it: %s', (_, at) => {
  const state = EditorState.create({ doc, selection: TextSelection.create(doc, at) })
  expect(linkAt(state)).toBe('https://a.example')
  const href = 'https://c.example'
  expect(after(href, at)).toEqual(['vá a ', `um <${href}>`, `dois<${href}>`, ` três<${href}>`, ...others])
  expect(after('', at)).toEqual(['vá a um ', 'dois', ' três', ...others])
})

it('links a selection, and writes the address where nothing is selected', () => {
  expect(after('https://c.example', 1, 3)[0]).toBe('vá<https://c.example>')
  expect(after('https://c.example', 2)[1]).toBe('https://c.example<https://c.example>')
})

it('a link whose words are its address tells the new one', () => {
  const own = schema.node('doc', null, [
    schema.node('paragraph', null, [schema.text('https://a.example', [link('https://a.example')])]),
  ])
  expect(after('https://longer.example', 5, 5, own)).toEqual(['https://longer.example<https://longer.example>'])
})

describe('a list', () => {
  const { bullet_list, ordered_list } = schema.nodes
  const item = (text: string, ...more: Node[]) =>
    schema.node('list_item', null, [schema.node('paragraph', null, [schema.text(text)]), ...more])
  const listed = schema.node('doc', null, [
    schema.node(bullet_list, null, [item('um', schema.node(bullet_list, null, [item('dentro')])), item('dois')]),
  ])
  const tool = (id: string) => TOOLS.find((one) => one.id === id)!
  /** Runs a tool with the cursor at a place, and returns the types of the lists from the outside in, and the state. */
  function run(id: string, at: number) {
    let state = EditorState.create({ doc: listed, selection: TextSelection.create(listed, at) })
    tool(id).run(state, (tr) => (state = state.apply(tr)))
    const types: string[] = []
    state.doc.descendants((node) => void (node.type.name.endsWith('_list') && types.push(node.type.name)))
    return { types, isOn: tool(id).isOn!(state), text: state.doc.textContent }
  }

  it.each([
    ['the outer list', 4, [ordered_list.name, bullet_list.name]],
    ['the inner list', 9, [bullet_list.name, ordered_list.name]],
  ])('of bullets becomes one of numbers, %s alone', (_, at, types) => {
    expect(run('numbers', at)).toEqual({ types, isOn: true, text: 'umdentrodois' })
  })

  it('ends where its own tool is used in it', () => {
    expect(run('bullets', 9).types).toEqual([bullet_list.name])
  })
})
