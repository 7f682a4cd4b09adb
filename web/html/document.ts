import { DOMParser, DOMSerializer, type Node } from 'prosemirror-model'
import { cleanFragment } from './clean'
import { schema } from './schema'

const serializer = DOMSerializer.fromSchema(schema)

/** A text as the editor works with it; what cannot be written in it is left out. */
export const readDocument = (html: string): Node => DOMParser.fromSchema(schema).parse(cleanFragment(html))

/** The text as HTML; empty where nothing is written. */
export function writeDocument(doc: Node): string {
  if (doc.childCount === 1 && doc.firstChild?.type === schema.nodes.paragraph && doc.firstChild.content.size === 0)
    return ''
  const into = document.implementation.createHTMLDocument('').createElement('div')
  into.append(serializer.serializeFragment(doc.content, { document: into.ownerDocument }))
  return into.innerHTML
}
