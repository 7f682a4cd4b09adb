import { inDeletionOrder } from '@tocsin/core/api/deletion-order'
import { draftOf, type CommandSpec } from '@tocsin/core/command-line/commands'
import { consequenceOf } from '@tocsin/core/api/consequences'
import { ApiError } from '@tocsin/core/base/errors'
import type { Client } from '@tocsin/core/api/client'
import { listedWithAll } from '@tocsin/core/vocabulary/fields-of'
import { camel } from '@tocsin/core/base/naming'
import { inverseOf } from '@tocsin/core/vocabulary/deletion'
import { patchOf } from '@tocsin/core/vocabulary/patch'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { requireValid } from '@tocsin/core/vocabulary/require-valid'
import { withDefaults } from '@tocsin/core/vocabulary/validate'
import { clientOf, type Draft, type Resource } from '@tocsin/core/vocabulary/resource'
import { usageError } from '../command-error'
import type { BulkRecord } from '../bulk-run'
import { confirm } from '../confirm'
import type { Context } from '../context'
import { isDryRun } from '../given'
import { titleOf, parseFlags } from '../resource-commands'
import type { ExitCode } from '../exit-codes'
import { layoutOf } from '../layout'
import { doToEach, nameOf, namesOf, tellReasons } from '../many'
import { namedRows, showRecord } from '../named-rows'
import { unchangedReason, refuseBlocked } from '../obstacles'
import { rowWriter, type Layout, type Row } from '../output'
import { canAsk } from '../prompts'
import { printSecret } from '../told-once'
import { keyGiven, writeOnce, writeSecret } from '../write-once'
import { findRecord, findRecords, resolveReferences } from '../references'
import { reportDeleted } from './report-deleted'
import { askMissing, collectReferences, draftGiven, filesGiven, versionGiven, type Files } from './write-input'

type Found = { id: number; version?: number } & Row

/** Creates a record and returns it. `key` is the idempotency key that was given; a `dryRun` has a client that only tries. */
export type Create = (
  draft: Draft,
  options: { key: string | undefined; files: Files | undefined; client: Client; dryRun: boolean },
) => Promise<Row>

/**
 * Runs a command that creates, updates, deletes or acts, and returns its exit code. `createBy` makes a record that takes
 * more than one call.
 */
export async function runWrite(
  context: Context,
  resource: Resource,
  spec: CommandSpec,
  given: readonly string[],
  flags: Record<string, unknown>,
  createBy?: Create,
): Promise<ExitCode | void> {
  const args = await collectReferences(context, resource, spec, given, flags)
  // A command for several records always prints a list: the form of the output must not depend on their number.
  const isMany = spec.takes === 'many' || flags['idsFrom'] !== undefined
  const layout = layoutOf(context, resource, isMany ? 'list' : 'record')
  const asked = spec.kind === 'create' && canAsk(context) ? await askMissing(context, resource, spec, flags) : {}
  const parsed = parseFlags(spec.flags, { ...flags, ...asked }, context)
  if (spec.kind === 'action') requireClearingFlags(resource, spec, parsed)
  const clientOfRecord = async () =>
    args[0] === undefined ? null : clientOf(resource, await findRecord(context, resource, args[0]))
  const values = await resolveReferences(context, spec.flags, parsed, clientOfRecord)
  const files = await filesGiven(context, spec, flags)
  const dryRun = await isDryRun(context, flags)
  const client = await (dryRun ? context.dryClient() : context.client())
  if (spec.kind === 'create') {
    const given = await draftGiven(context, resource, spec, flags, values)
    const draft = { ...(await clientOfNew(context, resource, given)), ...given }
    if (!dryRun) await confirmSaving(context, resource, draft, null)
    const create = async (key: string) => (await client.create(resource, draft, { key, files })) as Row
    const key = keyGiven(flags)
    const once = resource.creation?.secret
    if (once !== undefined) return printNew(context, resource, once, draft, key)
    const row = createBy ? await createBy(draft, { key, files, client, dryRun }) : await writeOnce(context, create, key)
    // The record that the server took back has no id.
    return showRecord(context, resource, layout, dryRun ? { ...row, id: null } : row)
  }
  if (spec.kind === 'update') {
    const draft = await draftGiven(context, resource, spec, flags, values)
    if (Object.keys(draft).length === 0 && !files) throw usageError('cli.usage.nothingToChange')
    const version = versionGiven(flags)
    const same = new Set<number>()
    const update = async (before: Found, given?: string) => {
      const write = async (key: string) =>
        (await client.update(resource, before.id, draft, { ...version, key, files })) as Row
      const after = await writeOnce(context, write, given)
      if (before.version !== undefined && before.version === after['version']) same.add(before.id)
      return after
    }
    const tellSame = (rows: readonly Found[]) => {
      const reason = context.t('cli.output.sameValues')
      const why = rows.map(({ id }) => (same.has(id) ? reason : undefined))
      return tellReasons(context, 'unchanged', resource, rows, why)
    }
    const confirmOver = async (before: Row) => {
      if (!dryRun) await confirmSaving(context, resource, { ...before, ...draft }, before)
    }
    if (!isMany) {
      const before = (await findRecord(context, resource, args[0] as string)) as Found
      await confirmOver(before)
      const after = await update(before)
      await tellSame([before])
      return showRecord(context, resource, layout, after)
    }
    const rows = (await findRecords(context, resource, args, 'update')) as Found[]
    for (const before of rows) await confirmOver(before)
    return doToEach(context, resource, rows, update, async (done, isAnswered) => {
      await tellSame(rows)
      await showRows(context, resource, layout, done, isAnswered)
    })
  }

  const action = camel(spec.verb)
  if (resource.actions[action]?.partial && Object.keys(values).length === 0 && !files)
    throw usageError('cli.usage.nothingToChange')
  // An input that would be refused is refused before anybody is asked whether they are sure.
  const { input = {}, partial = false } = resource.actions[action] ?? {}
  const typed = draftOf(values)
  if (!files) requireValid(input, partial ? typed : withDefaults(input, typed), { partial })
  // A record that is left as it is gets printed as it was read, so the read includes the long texts of the output.
  const content = listedWithAll(resource.fields, layout.keys)
  const bulk =
    args.length > 1 && !dryRun
      ? await (await import('../bulk-run')).openBulkRun(context, { resource, spec, references: args, flags, values })
      : null
  const rows: Found[] = bulk
    ? await bulk.find(action, content)
    : await findRecords(context, resource, args, action, content)
  const isOneOfMany = bulk ? bulk.total() > 1 : rows.length > 1
  if (spec.danger && rows.length > 0 && !dryRun) {
    await tellConsequence(context, resource, spec, rows)
    await confirm(context, {
      danger: spec.danger,
      question: questionOf(context, resource, spec, rows),
      name: nameOf(resource, rows[0]),
    })
  }
  const secret = resource.actions[action]?.secret
  if (secret !== undefined && rows[0]) {
    await refuseBlocked(context, resource, action, rows[0])
    const answer = await writeSecret(context, () => client.act(resource, action, rows[0]!, draftOf(values)))
    return printSecret(context, secret, answer as Row)
  }
  if (spec.kind === 'delete') {
    const ordered = inDeletionOrder(resource, rows, async (row) => {
      const remove = async (given?: string) => {
        await writeOnce(context, (key) => client.remove(resource, row.id, { key }), given)
        return { ...row, deleted: true }
      }
      return bulk ? bulk.once(row, remove) : remove()
    })
    const removeEach = (record?: BulkRecord) =>
      doToEach(
        context,
        resource,
        ordered.rows,
        ordered.remove,
        (done) => reportDeleted(context, resource, done, { layout, dryRun }),
        async (row) => (bulk?.isGone(row) ? null : unchangedReason(context, resource, action, row)),
        record,
      )
    return bulk ? bulk.run(removeEach) : removeEach()
  }
  const sent = { input: draftOf(values), files, isOneOfMany }
  const actOnEach = (record?: BulkRecord) =>
    doToEach(
      context,
      resource,
      rows,
      async (row) => {
        if (bulk?.isGone(row)) throw new ApiError({ status: 404, code: 'NOT_FOUND' })
        const send = (key?: string) => sendAction(context, client, resource, action, row, { ...sent, key })
        return bulk ? bulk.once(row, send) : send()
      },
      (done, isAnswered) =>
        spec.takes === 'one' && done[0]
          ? showRecord(context, resource, layout, done[0])
          : showRows(context, resource, layout, done, isAnswered),
      async (row) => (bulk?.isGone(row) ? null : unchangedReason(context, resource, action, row, draftOf(values))),
      record,
    )
  return bulk ? bulk.run(actOnEach) : actOnEach()
}

/**
 * Prints the records that a command for several has done. No names are looked up after Ctrl-C, nor at a server that has not
 * answered.
 */
export async function showRows(
  context: Context,
  resource: Resource,
  layout: Layout,
  done: readonly Row[],
  isAnswered = true,
): Promise<void> {
  const writer = await rowWriter(layout, context.io.stdout)
  const isNamed = isAnswered && !context.io.signal.aborted
  await writer.page(isNamed ? await namedRows(context, resource, layout, done) : done)
  await writer.end()
}

/** Creates a record whose answer has a text that is told once, and prints that. A lost answer is not asked for again. */
async function printNew(
  context: Context,
  resource: Resource,
  name: string,
  draft: Draft,
  key: string | undefined,
): Promise<void> {
  const client = await context.client()
  const options = key === undefined ? {} : { key }
  const told = await writeSecret(context, async () => (await client.create(resource, draft, options)) as Row)
  await printSecret(context, name, told)
  await context.note(context.t(`resources.${resource.name}.told.create`))
}

/** Returns the default client as the owner of a new record whose draft names none; empty where a record has no such field. */
async function clientOfNew(context: Context, { tenant, fields }: Resource, draft: Draft): Promise<Draft> {
  const field = tenant === undefined ? undefined : fields[tenant]
  if (tenant === undefined || field?.of !== 'clients' || field.readonly === true || draft[tenant] !== undefined)
    return {}
  if (field.when && !field.when(draft)) return {}
  const client = await context.defaultClient()
  return client === null ? {} : { [tenant]: client.id }
}

/**
 * Throws a usage error if an optional flag of an action is missing and the action would clear its field. An empty flag
 * counts as given. A missing required flag is left to the server.
 */
function requireClearingFlags(resource: Resource, spec: CommandSpec, values: Record<string, unknown>): void {
  const missing = spec.flags.find((flag) => spec.clears && !flag.required && !Object.hasOwn(values, flag.path))
  if (!missing) return
  const flag = `--${missing.name}`
  throw usageError(
    'cli.usage.missingFlag',
    { flag },
    { field: flag, next: `tocsin ${resource.name} ${spec.verb} --help` },
  )
}

type Sent = { input: Draft; files: Files | undefined; isOneOfMany: boolean; key: string | undefined }

async function sendAction(
  context: Context,
  client: Client,
  resource: Resource,
  name: string,
  row: Found,
  { input, files, isOneOfMany, key: given }: Sent,
): Promise<Row> {
  await refuseBlocked(context, resource, name, row)
  const version = row.version === undefined ? {} : { version: row.version }
  const patch = patchOf(resource, name, row, input)
  // Sends what the console sends, since the line that the console shows must do the same: for several records the
  // change alone, on whatever version they have by then; for one the version that was read (API-18).
  const send = async (key: string) =>
    patch && isOneOfMany
      ? client.patch(resource, row.id, patch, { key })
      : client.act(resource, name, row, input, { ...version, key, files })
  return writeOnce(context, async (key) => (await send(key)) as Row, given)
}

/** Asks for confirmation before a save that shows data to others (`confirms` of the resource). */
async function confirmSaving(context: Context, resource: Resource, draft: Draft, before: Draft | null): Promise<void> {
  if (!resource.confirms) return
  const asker = await context.account()
  const reason = asker && resource.confirms(withDefaults(resource.fields, draft), before, asker)
  if (reason) await confirm(context, { danger: 'ask', question: context.t(reason.key, reason.values), name: '' })
}

/** Tells before a question what else the action stops or deletes, as the console's question does. */
async function tellConsequence(
  context: Context,
  resource: Resource,
  spec: CommandSpec,
  rows: readonly Found[],
): Promise<void> {
  const [row] = rows
  const { yes, confirm: typed } = context.settings
  // A deletion by name tells scripts its consequence as well: they give the name as a flag.
  const isTold = spec.danger === 'type-name' ? typed === undefined : !yes && canAsk(context)
  if (!row || rows.length > 1 || !isTold) return
  const client = await context.client()
  // Without known permissions, as with TOCSIN_TOKEN, only what anybody may see is told.
  const asker = await context.account()
  const consequence = await consequenceOf({
    client,
    findResource: (name) => context.findResource(name),
    mayView: (other) => asker !== null && mayDo(asker, other, 'view'),
    resource,
    action: camel(spec.verb),
    id: row.id,
  })
  // A refused action needs no question.
  if (consequence?.refused) throw consequence.refused
  if (consequence) await context.note(consequence.text(context.t))
}

function questionOf(context: Context, resource: Resource, spec: CommandSpec, rows: readonly Row[]): string {
  const names = namesOf(
    context,
    rows.map((row) => nameOf(resource, row)),
  )
  const question = context.t('cli.confirm.question', { action: titleOf(context, spec, rows.length), names })
  const isFinal = inverseOf(resource, camel(spec.verb)) === 'irreversible'
  return isFinal ? `${context.t('cli.confirm.final')} ${question}` : question
}
