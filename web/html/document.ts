import { DOMParser, DOMSerializer, type Node } from 'prosemirror-model'
import { cleanFragment } from './clean'
import { schema } from './schema'

const serializer = DOMSerializer.fromSchema(schema)

/** Parses a text for the editor; parts that the editor cannot write are left out. */
export const readDocument = (html: string): Node => DOMParser.fromSchema(schema).parse(cleanFragment(html))

/** Returns the text as HTML; empty if nothing is written. */
export function writeDocument(doc: Node): string {
  if (doc.childCount === 1 && doc.firstChild?.type === schema.nodes.paragraph && doc.firstChild.content.size === 0)
    return ''
  const into = document.implementation.createHTMLDocument('').createElement('div')
  into.append(serializer.serializeFragment(doc.content, { document: into.ownerDocument }))
  return into.innerHTML
}
