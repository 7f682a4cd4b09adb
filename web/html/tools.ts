import { setBlockType, toggleMark, wrapIn, lift } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import type { MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState, Selection } from 'prosemirror-state'
import { schema } from './schema'

/** A button of the toolbar: its command, its state at the cursor, and its key within the text. */
export type Tool = { id: string; run: Command; isOn?: (state: EditorState) => boolean; key?: string }

const { paragraph, heading, blockquote, bullet_list, ordered_list, list_item } = schema.nodes
const { strong, em, link } = schema.marks

const hasMark = (mark: MarkType) => (state: EditorState) => {
  const { from, to, empty, $from } = state.selection
  return empty
    ? (mark.isInSet(state.storedMarks ?? $from.marks()) ?? null) !== null
    : state.doc.rangeHasMark(from, to, mark)
}

const within = (node: NodeType) => (state: EditorState) => {
  const { $from } = state.selection
  for (let depth = $from.depth; depth > 0; depth--) if ($from.node(depth).type === node) return true
  return false
}

const isHeading = (level: number) => (state: EditorState) =>
  state.selection.$from.parent.type === heading && state.selection.$from.parent.attrs['level'] === level

/** Makes a command that runs `off` where the state is on, and `on` where it is off. */
const toggle =
  (isOn: (state: EditorState) => boolean, on: Command, off: Command): Command =>
  (state, dispatch, view) =>
    (isOn(state) ? off : on)(state, dispatch, view)

const headingTool = (level: number): Tool => ({
  id: `heading${level}`,
  run: toggle(isHeading(level), setBlockType(heading, { level }), setBlockType(paragraph)),
  isOn: isHeading(level),
  key: `Mod-Alt-${level}`,
})

/** Returns the innermost list around the cursor with its position, or null. */
function listAround({ $from }: Selection): { type: NodeType; at: number } | null {
  for (let depth = $from.depth; depth > 0; depth--) {
    const { type } = $from.node(depth)
    if (type === bullet_list || type === ordered_list) return { type, at: $from.before(depth) }
  }
  return null
}

/** Makes the tool that starts a list, ends it, or changes a list of the other type into it. */
const list = (id: string, type: NodeType, key: string): Tool => ({
  id,
  run: (state, dispatch, view) => {
    const around = listAround(state.selection)
    if (!around) return wrapInList(type)(state, dispatch, view)
    if (around.type === type) return liftListItem(list_item)(state, dispatch, view)
    dispatch?.(state.tr.setNodeMarkup(around.at, type))
    return true
  },
  isOn: ({ selection }) => listAround(selection)?.type === type,
  key,
})

export const TOOLS: readonly Tool[] = [
  headingTool(1),
  headingTool(2),
  headingTool(3),
  { id: 'bold', run: toggleMark(strong), isOn: hasMark(strong), key: 'Mod-b' },
  { id: 'italic', run: toggleMark(em), isOn: hasMark(em), key: 'Mod-i' },
  list('bullets', bullet_list, 'Mod-Shift-8'),
  list('numbers', ordered_list, 'Mod-Shift-7'),
  { id: 'quote', run: toggle(within(blockquote), wrapIn(blockquote), lift), isOn: within(blockquote) },
  { id: 'undo', run: undo, key: 'Mod-z' },
  { id: 'redo', run: redo, key: 'Mod-y' },
]

export const isLinked = hasMark(link)

/** Returns the address of the link at the cursor, or an empty text. */
export function linkAt(state: EditorState): string {
  const { $from, from, to, empty } = state.selection
  let found = empty ? (link.isInSet($from.marks())?.attrs['href'] as string | undefined) : undefined
  if (!empty)
    state.doc.nodesBetween(from, to, (node) => {
      found ??= link.isInSet(node.marks)?.attrs['href'] as string | undefined
    })
  return found ?? ''
}

/** Returns the range and the address of the link at the cursor. Null without a link, or if text is selected. */
function linkAround({ $from, empty }: Selection): { from: number; to: number; href: string } | null {
  const mark = empty ? link.isInSet($from.marks()) : undefined
  if (!mark) return null
  const { parent } = $from
  let [first, last] = [$from.index(), $from.index()]
  while (first > 0 && mark.isInSet(parent.child(first - 1).marks)) first--
  while (last < parent.childCount && mark.isInSet(parent.child(last).marks)) last++
  return { from: $from.posAtIndex(first), to: $from.posAtIndex(last), href: String(mark.attrs['href']) }
}

/**
 * Links the selected text. With nothing selected, changes the link at the cursor or inserts the address as linked text.
 * An empty address removes the link.
 */
export function setLink(href: string): Command {
  return (state, dispatch) => {
    const { tr, doc, selection } = state
    const around = linkAround(selection)
    const { from, to } = around ?? selection
    if (href === '') tr.removeMark(from, to, link)
    else if (from === to) tr.insert(from, schema.text(href, [link.create({ href })]))
    else {
      tr.removeMark(from, to, link)
      // A link whose text is its address gets the new address as its text.
      const isAddress = around !== null && doc.textBetween(from, to) === around.href
      if (isAddress) tr.insertText(href, from, to)
      tr.addMark(from, isAddress ? from + href.length : to, link.create({ href }))
    }
    dispatch?.(tr.scrollIntoView())
    return true
  }
}
