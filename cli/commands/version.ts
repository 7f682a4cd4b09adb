import { errorFrom, invalidAnswer } from '@tocsin/core/base/errors'
import type { Context } from '../context'
import { ownLayout } from '../layout'
import type { LocalizedCommand } from '../localized-command'
import { version as words } from '../messages/version'
import { writeRecord } from '../output'

const KEYS = ['client', 'server', 'database', 'host'] as const

type State = { version?: unknown; database?: unknown }

/** `tocsin version`: the versions of this client and of the server. Without an answer it shows the client's, and fails. */
export function addVersion(context: Context, root: LocalizedCommand): void {
  context.addWords('version', words)
  const { t, io, host } = context
  root.child('version', t('cli.commands.version'), ['tocsin version', 'tocsin version --json']).handler(async () => {
    const layout = ownLayout(context, KEYS, (path) => t(`cli.version.columns.${path}`))
    let state: State = {}
    let failure: Error | undefined
    try {
      state = await askState(context)
    } catch (error) {
      failure = error as Error
    }
    const { version: server = null, database = null } = state
    const row = { id: host, client: __TOCSIN_VERSION__, server, database, host }
    await writeRecord(row, layout, io.stdout)
    if (failure !== undefined) throw failure
  })
}

/** Asks the server for its state, which needs no account. */
async function askState({ network, host }: Context): Promise<State> {
  const { send } = await network()
  const { status, statusText, text, header } = await send({ method: 'GET', url: `${host}/healthz`, headers: {} })
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    // Something else listens there.
  }
  if (status !== 200) throw errorFrom(status, statusText, body, { requestId: null, retryAfter: null })
  if (typeof body === 'object' && body !== null) return body
  throw invalidAnswer(header('content-type'), true)
}
