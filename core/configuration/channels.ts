import { spelledConfig } from '../resources/channels/kinds/index'
import { isRecord } from '../vocabulary/kind-reasons'
import { isEmpty } from '../vocabulary/empty'
import type { Draft } from '../vocabulary/resource'
import { INSIDE } from './document-fields'

/** A record inside a file, with those within it: a channel, and what opens in it. */
export type Tree = {
  /** The filled document, without what lies within. */
  document: Draft
  /** Its path in the file, such as `channels.0.channels.2`; empty for a stored record. */
  path: string
  /** The stored record. */
  stored?: { id: number; version: number }
  children: Tree[]
}

/** Returns the trees of the channels in a filled document. */
export function treesOf(document: Draft, around = ''): Tree[] {
  const items = document[INSIDE]
  if (!Array.isArray(items)) return []
  return items.filter(isRecord).map((item, index) => {
    const path = `${around}${INSIDE}.${index}`
    const { [INSIDE]: _, ...rest } = item
    return { document: rest, path, children: treesOf(item, `${path}.`) }
  })
}

/** Returns trees in the order in which they stand in a file, a group before what lies in it. `parent`: the group. */
export const flat = (trees: readonly Tree[], parent: Tree | null = null): { tree: Tree; parent: Tree | null }[] =>
  trees.flatMap((tree) => [{ tree, parent }, ...flat(tree.children, tree)])

/** Returns the trees of stored channels in their order. `parentOf` returns the group of a channel, by the ids. */
export function storedTrees(trees: readonly Tree[], parentOf: (id: number) => number | null): Tree[] {
  const byId = new Map(trees.map((tree) => [tree.stored!.id, tree]))
  const top: Tree[] = []
  for (const tree of trees) {
    const parent = parentOf(tree.stored!.id)
    const group = parent === null ? undefined : byId.get(parent)
    if (group) group.children.push(tree)
    else top.push(tree)
  }
  return top
}

/** Returns the document with what lies in it, for a file. */
export const withInside = (document: Draft, trees: readonly Tree[]): Draft => ({
  ...document,
  [INSIDE]: trees.map((tree) => withInside(tree.document, tree.children)),
})

const identity = ({ document: { name, channelType } }: Tree): string => `${String(channelType)} ${String(name)}`

/**
 * Returns the stored channel of each channel in a file: the one with the same tag, else the one with the same name and kind in
 * the same group, else the one with the same name and kind anywhere in the app. Several with one name are taken in turn.
 */
export function paired(wanted: readonly Tree[], stored: readonly Tree[]): Map<Tree, Tree> {
  const pairs = new Map<Tree, Tree>()
  const taken = new Set<Tree>()
  const pair = (one: Tree, other: Tree) => {
    pairs.set(one, other)
    taken.add(other)
  }
  const [all, present] = [flat(wanted), flat(stored)].map((some) => some.map(({ tree }) => tree)) as [Tree[], Tree[]]
  const byTag = (some: readonly Tree[]) => {
    const found = new Map<unknown, Tree | null>()
    for (const one of some) {
      const { tag, channelType } = one.document
      if (isEmpty(tag)) continue
      const key = `${String(channelType)} ${String(tag)}`
      found.set(key, found.has(key) ? null : one)
    }
    return found
  }
  const tagged = byTag(present)
  for (const [key, one] of byTag(all)) {
    const other = tagged.get(key)
    if (one && other) pair(one, other)
  }
  const among = (some: readonly Tree[], others: readonly Tree[]) => {
    const free = new Map<string, Tree[]>()
    for (const other of others)
      if (!taken.has(other)) free.set(identity(other), [...(free.get(identity(other)) ?? []), other])
    for (const one of some) {
      const other = pairs.has(one) ? undefined : free.get(identity(one))?.shift()
      if (other) pair(one, other)
    }
  }
  const below = (some: readonly Tree[], others: readonly Tree[]) => {
    among(some, others)
    for (const one of some) below(one.children, pairs.get(one)?.children ?? [])
  }
  below(wanted, stored)
  among(all, present)
  return pairs
}

/** Returns a channel of a file as it will be stored: with a label, and its numbers spelled as phones dial them. */
export function spelled(document: Draft, stored: Draft | undefined): Draft {
  const { channelType, name, label, config } = document
  const before = isRecord(stored?.['config']) ? stored['config'] : {}
  return {
    ...document,
    label: isEmpty(label) ? (name ?? null) : label,
    ...(isRecord(config) ? { config: spelledConfig(channelType, before, config) } : {}),
  }
}

/** Returns a stored channel as a file has it: a label that is the name goes without saying. */
export const unspelled = (document: Draft): Draft =>
  document['label'] === document['name'] ? { ...document, label: null } : document

/** Returns whether channels that stay in their group stand there in another order than in the file. */
export function isReordered(wanted: readonly Tree[], stored: readonly Tree[], pairs: ReadonlyMap<Tree, Tree>): boolean {
  const here = new Set(stored)
  const kept = wanted.flatMap((tree) => {
    const other = pairs.get(tree)
    return other && here.has(other) ? other : []
  })
  const places = kept.map((tree) => stored.indexOf(tree))
  if (places.some((place, at) => at > 0 && place < places[at - 1]!)) return true
  return wanted.some((tree) => isReordered(tree.children, pairs.get(tree)?.children ?? [], pairs))
}
