import { ApiError } from '../base/errors'
import type { Client } from '../api/client'
import type { Http } from '../api/http'
import type { Upload } from '../api/multipart'
import { apps, contentFields } from '../resources/apps/index'
import type { App, AppConfig } from '../resources/apps/types'
import { requireValid } from '../vocabulary/require-valid'
import type { Draft } from '../vocabulary/resource'

/** The look of an app on phones. */
export type Look = { label: string | null; config: AppConfig }

/** The look of a new app was not saved. The app is there and has the usual look. */
export class LookNotSaved extends Error {
  readonly app: App
  readonly look: Look

  constructor(app: App, look: Look, cause: unknown) {
    super('LOOK_NOT_SAVED', { cause })
    this.name = 'LookNotSaved'
    this.app = app
    this.look = look
  }
}

/** The functions that `createApp` calls. */
export type CreateParts = {
  client: Pick<Client, 'create'>
  http: Http
  /** Calls a write with an idempotency key, the given one if there is one, and may call it again where an answer was lost. */
  once: <T>(write: (key: string) => Promise<T>, key?: string) => Promise<T>
}

export type CreateOptions = {
  key?: string | undefined
  files?: Record<string, Upload> | undefined
  /** True if the client only tries its writes: there is no app then that could get a look. */
  dryRun?: boolean
}

/**
 * Creates an app and then gives it its look, as two calls (APP-18, APP-20). Without a label people see the name at first.
 * Throws LookNotSaved if the second call fails, and ApiError if no app was made. An account that may create apps but not
 * change them gets one with the usual look.
 */
export async function createApp(
  { client, http, once }: CreateParts,
  draft: Draft,
  { key, files, dryRun = false }: CreateOptions = {},
): Promise<App> {
  const { label, config, ...rest } = draft
  // A look that would be refused makes no app.
  requireValid(contentFields, { label, config }, { partial: true })
  const made = await once(
    (first) => client.create(apps, { isDefault: false, description: null, ...rest }, { key: first }),
    key,
  )
  if (dryRun) return made
  const look = {
    label: label === undefined ? made.name : (label as string | null),
    config: { ...made.config, ...(config as Partial<AppConfig> | undefined) },
  }
  try {
    const answer = await once((idempotencyKey) =>
      http<App>({
        method: 'PATCH',
        path: `apps/${made.id}/schema`,
        body: look,
        idempotencyKey,
        ...(files ? { files } : {}),
      }),
    )
    return answer.data
  } catch (error) {
    const isUsual = label === undefined && config === undefined && files === undefined
    if (isUsual && error instanceof ApiError && error.kind === 'forbidden') return made
    throw new LookNotSaved(made, look, error)
  }
}
