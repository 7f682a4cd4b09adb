import { isSafeLink } from '@tocsin/core/base/html'
import { Schema, type DOMOutputSpec } from 'prosemirror-model'

const block = (tag: string, more: { content?: string; marks?: string; code?: true; defining?: true } = {}) => ({
  content: 'inline*',
  group: 'block',
  parseDOM: [{ tag }],
  toDOM: (): DOMOutputSpec => [tag, 0],
  ...more,
})

const numberOf = (text: string | null): number => (/^\d+$/.test(text ?? '') ? Number(text) : 1)

/** The schema of a text: the tags that `core/base/html.ts` allows, and nothing else. */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: block('p'),
    heading: {
      attrs: { level: { default: 2 } },
      content: 'inline*',
      group: 'block',
      defining: true,
      parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
      toDOM: (node): DOMOutputSpec => [`h${node.attrs['level']}`, 0],
    },
    blockquote: block('blockquote', { content: 'block+', defining: true }),
    code_block: {
      ...block('pre', { content: 'text*', marks: '', code: true, defining: true }),
      parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
    },
    horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: (): DOMOutputSpec => ['hr'] },
    bullet_list: block('ul', { content: 'list_item+' }),
    ordered_list: {
      attrs: { start: { default: 1 } },
      content: 'list_item+',
      group: 'block',
      parseDOM: [{ tag: 'ol', getAttrs: (list) => ({ start: numberOf(list.getAttribute('start')) }) }],
      toDOM: (node): DOMOutputSpec => ['ol', node.attrs['start'] === 1 ? {} : { start: node.attrs['start'] }, 0],
    },
    list_item: { content: 'paragraph block*', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
    text: { group: 'inline' },
    hard_break: {
      inline: true,
      group: 'inline',
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: (): DOMOutputSpec => ['br'],
    },
  },
  marks: {
    link: {
      attrs: { href: {} },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (link) => {
            const href = link.getAttribute('href') ?? ''
            return isSafeLink(href) ? { href } : false
          },
        },
      ],
      toDOM: (mark): DOMOutputSpec => ['a', { href: mark.attrs['href'] }, 0],
    },
    em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: (): DOMOutputSpec => ['em', 0] },
    strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: (): DOMOutputSpec => ['strong', 0] },
    code: { parseDOM: [{ tag: 'code' }], toDOM: (): DOMOutputSpec => ['code', 0] },
  },
})
