import type { AppVersion } from '@tocsin/core/resources/app-versions/types'
import type { App } from '@tocsin/core/resources/apps/types'
import type { Channel } from '@tocsin/core/resources/channels/types'
import type { TestWorld } from '../world'

type Button = { id: number | string; label: string }
type Version = {
  id: number | string
  number: number | null
  status: string
  channels: readonly Button[]
  continued: boolean
}

/** An app as a model of it: its buttons in order, its versions by number, the draft last, and how often it changed. */
export type Modelled = {
  version: number
  buttons: readonly Button[]
  versions: readonly Version[]
  /** What there was before the draft continued a version, and whether as a draft; null once it was changed. */
  replaced: { buttons: readonly Button[]; hadDraft: boolean } | null
}

export type Step =
  | { do: 'create'; label: string }
  | { do: 'rename'; id: number; label: string }
  | { do: 'delete'; id: number }
  | { do: 'reorder'; ids: readonly number[]; version: number | null }
  | { do: 'publish' | 'unpublish' }
  | { do: 'reactivate' | 'continue' | 'takeBack'; versionId: number }

/** What a step is answered with, in the model and by the server. */
type Outcome = 'done' | 'blocked' | 'missing' | 'stale'

const draftOf = ({ versions }: Modelled) => versions.find(({ status }) => status === 'draft')
const latestOf = ({ versions }: Modelled) => versions.findLast(({ number }) => number !== null)
const sameButtons = (one: readonly Button[], other: readonly Button[]) =>
  one.length === other.length && one.every(({ id, label }, at) => id === other[at]!.id && label === other[at]!.label)

/** Returns the app with other buttons: a draft begins, and no longer continues a version. */
function changed(app: Modelled, buttons: readonly Button[], replaced: Modelled['replaced'] = null): Modelled {
  const versions = app.versions.map((one) => ({ ...one, continued: false }))
  if (!draftOf(app)) versions.push({ id: 'draft', number: null, status: 'draft', channels: [], continued: false })
  return { ...app, buttons, versions, replaced }
}

const withStatus = (app: Modelled, id: number | string | undefined, status: string): Modelled => ({
  ...app,
  version: app.version + 1,
  versions: app.versions.map((one) => {
    if (one.id === id) return { ...one, status }
    return one.status === 'published' ? { ...one, status: 'unpublished' } : one
  }),
})

/** Returns what a step makes of an app, if no other step runs meanwhile. */
export function applied(app: Modelled, step: Step): { app: Modelled; outcome: Outcome } {
  const done = (after: Modelled) => ({ app: after, outcome: 'done' as const })
  const refused = (outcome: Outcome) => ({ app, outcome })
  const version = 'versionId' in step ? app.versions.find(({ id }) => id === step.versionId) : undefined
  switch (step.do) {
    case 'create':
      return done(changed(app, [...app.buttons, { id: `new ${step.label}`, label: step.label }]))
    case 'rename': {
      if (!app.buttons.some(({ id }) => id === step.id)) return refused('missing')
      return done(
        changed(
          app,
          app.buttons.map((one) => (one.id === step.id ? { ...one, label: step.label } : one)),
        ),
      )
    }
    case 'delete':
      if (!app.buttons.some(({ id }) => id === step.id)) return refused('missing')
      return done(
        changed(
          app,
          app.buttons.filter(({ id }) => id !== step.id),
        ),
      )
    case 'reorder': {
      if (!app.buttons.some(({ id }) => step.ids.includes(id as number))) return refused('missing')
      const isWhole =
        step.ids.length === app.buttons.length && app.buttons.every(({ id }) => step.ids.includes(id as number))
      if (!isWhole || (step.version !== null && step.version !== app.version)) return refused('stale')
      const ordered = step.ids.map((wanted) => app.buttons.find(({ id }) => id === wanted)!)
      if (sameButtons(ordered, app.buttons)) return done(app)
      return done({ ...changed(app, ordered), version: app.version + 1 })
    }
    case 'publish': {
      const [draft, latest] = [draftOf(app), latestOf(app)]
      if (!draft || (latest && sameButtons(latest.channels, app.buttons))) return refused('blocked')
      const number = (latest?.number ?? 0) + 1
      const versions = app.versions
        .filter((one) => one !== draft)
        .map((one) => (one.status === 'published' ? { ...one, status: 'unpublished' } : one))
      const next = { ...draft, number, status: 'published', channels: app.buttons, continued: false }
      return done({
        ...app,
        version: app.version + 1,
        versions: [...versions.map((one) => ({ ...one, continued: false })), next],
        replaced: null,
      })
    }
    case 'unpublish':
      if (!app.versions.some(({ status }) => status === 'published')) return refused('blocked')
      return done(withStatus(app, undefined, ''))
    case 'reactivate':
      if (!version) return refused('missing')
      if (version.status !== 'unpublished') return refused('blocked')
      return done(withStatus(app, version.id, 'published'))
    case 'continue': {
      // A draft is gone once the version that made it is taken back.
      if (!version) return refused('missing')
      if (version.status === 'draft' || version.continued) return refused('blocked')
      const kept = app.replaced ?? { buttons: app.buttons, hadDraft: draftOf(app) !== undefined }
      const after = changed(app, version.channels, kept)
      return done({
        ...after,
        version: app.version + 1,
        versions: after.versions.map((one) => ({ ...one, continued: one.id === version.id })),
      })
    }
    case 'takeBack': {
      if (!version) return refused('missing')
      if (!version.continued) return refused('blocked')
      const { buttons, hadDraft } = app.replaced!
      const after = changed(app, buttons)
      const versions = hadDraft ? after.versions : after.versions.filter(({ status }) => status !== 'draft')
      return done({ ...after, versions, version: app.version + 1 })
    }
  }
}

/** Returns every order of the steps. */
export function* permutations<T>(items: readonly T[]): Generator<readonly T[]> {
  if (items.length < 2) return yield items
  for (const [at, item] of items.entries())
    for (const rest of permutations(items.toSpliced(at, 1))) yield [item, ...rest]
}

type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => ReturnType<TestWorld['call']>

/** Sends a step to the server, and returns its outcome and the id of a new button. */
export async function send(
  call: Call,
  appId: number,
  step: Step,
): Promise<{ outcome: Outcome; id: number | undefined }> {
  const { status, body } = await request(call, appId, step)
  const outcome =
    status < 300
      ? 'done'
      : status === 409
        ? 'stale'
        : status === 404
          ? 'missing'
          : body.error?.message === 'BLOCKED'
            ? 'blocked'
            : undefined
  if (outcome === undefined) throw new Error(`${step.do} is answered ${status} ${JSON.stringify(body.error)}`)
  return { outcome, id: (body.data as { id?: number } | undefined)?.id }
}

function request(call: Call, appId: number, step: Step) {
  switch (step.do) {
    case 'create':
      return call('POST', 'channels', { name: step.label, appId, clientId: 2 })
    case 'rename':
      return call('PATCH', `channels/${step.id}`, { label: step.label })
    case 'delete':
      return call('DELETE', `channels/${step.id}`)
    case 'reorder':
      return call(
        'PATCH',
        'channels/rearrange',
        { channelsOrder: step.ids.map((id, displayOrder) => ({ id, displayOrder })) },
        step.version === null ? {} : { 'if-match': `"${step.version}"` },
      )
    case 'publish':
      return call('POST', `apps/${appId}/publish`, { versionComment: 'x' })
    case 'unpublish':
      return call('POST', `apps/${appId}/unpublish`)
    case 'reactivate':
      return call('POST', `apps/${appId}/schema/${step.versionId}`)
    case 'continue':
      return call('POST', `app-versions/${step.versionId}/continue`)
    case 'takeBack':
      return call('POST', `app-versions/${step.versionId}/take-back`)
  }
}

/** Reads an app as its model has it. `replaced` is unknown to the API, and is left out. */
export async function read(call: Call, appId: number): Promise<Omit<Modelled, 'replaced'>> {
  const [app, channels, versions] = await Promise.all([
    call('GET', `apps/${appId}`),
    call('GET', `channels?appId=${appId}&limit=1000`),
    call('GET', `apps/${appId}/schemas?withSchema=true&limit=1000`),
  ])
  const button = ({ id, label }: Pick<Channel, 'id' | 'label'>): Button => ({ id, label: label ?? '' })
  return {
    version: (app.body.data as App).version,
    buttons: (channels.body.data as Channel[]).map(button),
    versions: (versions.body.data as AppVersion[])
      .toSorted((one, other) => (one.number ?? Infinity) - (other.number ?? Infinity))
      .map(({ id, number, status, channels: kept, continued }) => ({
        id,
        number,
        status,
        channels: status === 'draft' ? [] : kept.map(button),
        continued,
      })),
  }
}
