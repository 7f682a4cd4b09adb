import { Document } from 'yaml'
import { normalForm } from '../base/normal-form'
import type { Draft } from '../vocabulary/resource'
import { inOrder } from './documents'
import { wordOf, type Kind } from './kinds'
import { FORMAT } from './read'

/** Returns the text of a file: the header, then the values of a trimmed document in the order of its fields. */
export function textOf(kind: Kind, document: Draft): string {
  const made = new Document({ format: FORMAT, kind: wordOf(kind), ...document }, { aliasDuplicateObjects: false })
  return made.toString({ lineWidth: 0, blockQuote: 'literal' })
}

/** The longest name of a file, without its ending. */
const MAX_SLUG = 60
/** Names that some systems keep for devices. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/

/** Returns the name of an object as a part of a path: lower-case letters, digits and hyphens. */
export function slugOf(name: string): string {
  const plain = normalForm(name, 'NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_SLUG)
    .replace(/-+$/, '')
  return plain === '' || DEVICES.test(plain) ? `${plain}-1`.replace(/^-/, 'object-') : plain
}

/**
 * Returns the path of each object of a kind, by its name. Names with the same slug are numbered in the order of the names,
 * so that the same objects always have the same paths. `taken`: paths that objects have already.
 */
export function pathsOf(
  { resource }: Kind,
  names: readonly string[],
  taken: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  const paths = new Map<string, string>()
  const used = new Set(taken.values())
  for (const name of [...names].sort(inOrder)) {
    const known = taken.get(name)
    const slug = slugOf(name)
    let path = known ?? `${resource.name}/${slug}.yaml`
    for (let number = 2; known === undefined && used.has(path); number++)
      path = `${resource.name}/${slug}-${number}.yaml`
    used.add(path)
    paths.set(name, path)
  }
  return paths
}
