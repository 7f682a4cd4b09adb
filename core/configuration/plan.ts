import type { Draft } from '../vocabulary/resource'
import { valuesThatDiffer, type ValueDifference } from '../vocabulary/value-differences'
import { flat, isReordered, paired, spelled, treesOf, unspelled, type Tree } from './channels'
import { documentFields, INSIDE, recordFields } from './document-fields'
import { filled, inOrder } from './documents'
import { withEnvironment } from './environment'
import { KINDS, nameOf, type Kind } from './kinds'
import { problemsOf, unknownNames, type Around } from './problems'
import type { FileProblem, FileRead } from './read'
import type { Snapshot, Stored } from './snapshot'

/** A value that would change. `variable`: the variable of the environment that gives it; then neither value may be told. */
export type Difference = ValueDifference & { variable?: string }

/** A channel that would change. `group`: the channel of the file in which it lies; null on the first page of the app. */
export type InsideChange = {
  action: 'create' | 'update' | 'delete' | 'keep' | 'unchanged'
  name: string
  tree: Tree
  group: Tree | null
  stored: Tree | null
  hasMoved: boolean
  values: readonly Difference[]
}

/** An object that would change. `keep`: it has no file and stays. */
export type Change = {
  action: 'create' | 'update' | 'delete' | 'keep' | 'unchanged'
  kind: Kind
  name: string
  file: string | null
  /** Returns a problem of the file with its place; null for an object without a file. */
  problem: FileRead['problem'] | null
  stored: Stored | null
  /** The filled document, without what lies within; null for an object without a file. */
  document: Draft | null
  values: readonly Difference[]
  inside: readonly InsideChange[]
  /** The channels of the file and their stored ones. */
  trees: readonly Tree[]
  pairs: ReadonlyMap<Tree, Tree>
  isReordered: boolean
}

export type Plan = { changes: Change[]; problems: FileProblem[] }

export type PlanOptions = { prune: boolean; env: Readonly<Record<string, string | undefined>> }

/**
 * Compares files with what is stored. Changes are in the order in which they can be made, deletions last. With problems
 * there is nothing to be made.
 */
export function planOf(files: readonly FileRead[], snapshot: Snapshot, { prune, env }: PlanOptions): Plan {
  const problems: FileProblem[] = []
  const wanted = new Map<Kind, Map<string, FileRead>>()
  for (const read of files) {
    const name = nameIn(read)
    if (name === undefined) continue
    const known = wanted.get(read.kind) ?? new Map<string, FileRead>()
    wanted.set(read.kind, known)
    const other = known.get(name)
    if (other)
      problems.push(
        read.problem(read.kind.resource.title, { key: 'configuration.nameTwice', values: { other: other.file } }),
      )
    else known.set(name, read)
  }
  const changes: Change[] = []
  const deletions: Change[] = []
  for (const kind of KINDS) {
    const stored = new Map((snapshot.kinds.get(kind) ?? []).map((one) => [one.name, one]))
    const here = files.filter((one) => one.kind === kind)
    for (const read of here.toSorted((one, other) => inOrder(one.file, other.file))) {
      const before = stored.get(nameIn(read) ?? '') ?? null
      const made = changeOf(read, before, { env, prune })
      problems.push(
        ...made.problems,
        ...unknownNames(read, made.change.document!, made.change.trees, { snapshot, wanted, prune }),
      )
      changes.push(made.change)
    }
    const named = wanted.get(kind)
    for (const one of [...stored.values()].sort((a, b) => inOrder(a.name, b.name)))
      if (!named?.has(one.name)) deletions.unshift(without(kind, one, prune))
  }
  return { changes: [...changes, ...deletions], problems }
}

/** Returns the name of the object in a file; undefined if there is none, which the check finds. */
function nameIn({ kind, given }: FileRead): string | undefined {
  const { name } = filled(
    { name: documentFields(kind)[kind.resource.title]! },
    { name: given[kind.resource.title] ?? null },
  )
  return typeof name === 'string' ? name : undefined
}

const without = (kind: Kind, stored: Stored, prune: boolean): Change => ({
  action: prune ? 'delete' : 'keep',
  kind,
  name: stored.name,
  file: null,
  problem: null,
  stored,
  document: null,
  values: [],
  inside: [],
  trees: [],
  pairs: new Map(),
  isReordered: false,
})

function changeOf(
  read: FileRead,
  stored: Stored | null,
  { env, prune }: PlanOptions,
): { change: Change; problems: FileProblem[] } {
  const { kind, given } = read
  const fields = documentFields(kind)
  const { document: whole, variables, missing } = withEnvironment(fields, given, env)
  const document = filled(fields, whole)
  const trees = kind.inside ? treesOf(document) : []
  const pairs = paired(trees, stored?.trees ?? [])
  const unset = missing.map(({ path, name }) =>
    read.problem(path, { key: 'configuration.noVariable', values: { name } }),
  )
  const problems = [
    ...unset,
    ...problemsOf(read, document, { stored, trees, pairs }, new Set(missing.map(({ path }) => path))),
  ]
  const { title } = kind.resource
  // A name is how an object is found again, so it stands in the file.
  if (variables.has(title)) problems.push(read.problem(title, { key: 'configuration.ownName' }))
  const own = recordFields(kind.resource)
  const values = stored ? withVariablesTold(valuesThatDiffer(own, stored.document, document), variables) : []
  for (const { path, before, variable } of values)
    if (fields[path.split('.')[0]!]?.readonly)
      problems.push(
        read.problem(path, { key: 'configuration.fixed', values: { value: variable ? '…' : (before ?? '–') } }),
      )
  const inside =
    kind.inside && problems.length === 0 ? insideChanges(kind, { trees, pairs, stored, prune, variables }) : []
  const reordered = isReordered(trees, stored?.trees ?? [], pairs)
  const isSame =
    values.length === 0 && !reordered && inside.every(({ action }) => action === 'unchanged' || action === 'keep')
  const name = nameIn(read) ?? ''
  return {
    problems,
    change: {
      action: stored === null ? 'create' : isSame ? 'unchanged' : 'update',
      kind,
      name,
      file: read.file,
      problem: read.problem,
      stored,
      document,
      values,
      inside,
      trees,
      pairs,
      isReordered: reordered,
    },
  }
}

const withVariablesTold = (
  values: readonly ValueDifference[],
  variables: ReadonlyMap<string, string>,
  around = '',
): Difference[] =>
  values.map((one) => {
    const variable = variables.get(around + one.path)
    return variable === undefined ? one : { ...one, variable }
  })

function insideChanges(
  kind: Kind,
  { trees, pairs, stored, prune, variables }: Around & { prune: boolean; variables: ReadonlyMap<string, string> },
): InsideChange[] {
  const fields = recordFields(kind.inside!)
  const groups = new Map(flat(stored?.trees ?? []).map(({ tree, parent }) => [tree, parent]))
  const around = new Map<Tree, string>()
  const changes = flat(trees).map(({ tree, parent }): InsideChange => {
    const name = nameOf(kind.inside!, tree.document)
    around.set(tree, `${parent ? `${around.get(parent)}.` : ''}${INSIDE}.${name}`)
    const other = pairs.get(tree) ?? null
    // In place, since the order and the groups of the channels are known by these objects.
    tree.document = spelled(tree.document, other?.document)
    const values = other
      ? withVariablesTold(
          valuesThatDiffer(fields, unspelled(other.document), unspelled(tree.document)),
          variables,
          `${around.get(tree)}.`,
        )
      : []
    const hasMoved = other !== null && (groups.get(other) ?? null) !== (parent ? (pairs.get(parent) ?? parent) : null)
    const action = other === null ? 'create' : values.length > 0 || hasMoved ? 'update' : 'unchanged'
    return { action, name, tree, group: parent, stored: other, hasMoved, values }
  })
  const taken = new Set(pairs.values())
  const gone = flat(stored?.trees ?? [])
    .filter(({ tree }) => !taken.has(tree))
    // The channels of a group are deleted before the group.
    .toReversed()
    .map(({ tree }): InsideChange => ({
      action: prune ? 'delete' : 'keep',
      name: nameOf(kind.inside!, tree.document),
      tree,
      group: null,
      stored: tree,
      hasMoved: false,
      values: [],
    }))
  return [...changes, ...gone]
}

/** Returns the number of changes of each sort. */
export function countsOf(changes: readonly Change[]): Record<Change['action'], number> {
  const counts = { create: 0, update: 0, delete: 0, keep: 0, unchanged: 0 }
  for (const { action } of changes) counts[action]++
  return counts
}

/** Returns whether a plan would write anything. */
export const isPending = (changes: readonly Change[]): boolean =>
  changes.some(({ action }) => action === 'create' || action === 'update' || action === 'delete')
