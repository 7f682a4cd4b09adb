import type { AlertHappening } from '@tocsin/core/api/alert-lines'
import { readAlertStream, type StreamState } from '@tocsin/core/api/alert-stream'
import type { AlertHistory } from '@tocsin/core/resources/alert-histories/types'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { client, isLost, sessionOf } from '../../data/api'
import { usesRoutesV2 } from '../../data/routes-v2'
import { resourceOf } from '../../data/resources'
import { currentLocale } from '../../preferences'

type Happening = AlertHappening<Alert, AlertHistory>

/** The messages of the tab with the stream to the others. */
type Message =
  | { kind: 'happening'; happening: Happening }
  | { kind: 'state'; state: StreamState; cursor: string | undefined }
  | { kind: 'cursor'; cursor: string }
  | { kind: 'reread' }
  | { kind: 'joined' }

export type StreamListener = {
  onHappening: (happening: Happening) => void
  onState: (state: StreamState) => void
  /** Called when events may be missing: at the start, and after a pause that was too long. */
  onReread: () => void
}

/** Waits, or until the signal is aborted. */
const pause = (milliseconds: number, signal?: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Returns a state without the error, which cannot be sent to another tab. */
const plain = (state: StreamState): StreamState => (state.state === 'live' ? state : { ...state, error: null })

/**
 * Listens to the stream of alerts of an account, of which a browser has one: the tab that holds the lock reads it and tells
 * the others. When that tab closes, the next one goes on after the last cursor. Ends when the signal is aborted.
 */
export function listenToAlerts(account: number, listener: StreamListener, signal: AbortSignal): void {
  const name = `tocsin-alerts:${account}`
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
  let cursor: string | undefined
  let now: StreamState | null = null
  let reads = false
  const post = (message: Message) => channel?.postMessage(message)

  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'joined') {
      if (reads && now) post({ kind: 'state', state: plain(now), cursor })
    } else if (data.kind === 'happening') {
      cursor = data.happening.cursor
      listener.onHappening(data.happening)
    } else if (data.kind === 'cursor') cursor = data.cursor
    else if (data.kind === 'reread') listener.onReread()
    else {
      cursor = data.cursor ?? cursor
      listener.onState(data.state)
    }
  })
  signal.addEventListener('abort', () => channel?.close())

  const read = async () => {
    reads = true
    const ended = await readAlertStream<Alert, AlertHistory>(
      {
        base: '/api',
        fetch: (...call) => fetch(...call),
        locale: currentLocale,
        routesV2: usesRoutesV2,
        now: Date.now,
        session: sessionOf(account),
        pause,
        random: Math.random,
      },
      {
        from: cursor,
        signal,
        onHappening: (happening) => {
          cursor = happening.cursor
          listener.onHappening(happening)
          post({ kind: 'happening', happening })
        },
        onCursor: (next) => {
          cursor = next
          post({ kind: 'cursor', cursor: next })
        },
        onReread: () => {
          listener.onReread()
          post({ kind: 'reread' })
        },
        onState: (state) => {
          now = state
          listener.onState(state)
          post({ kind: 'state', state: plain(state), cursor })
        },
      },
    )
    // The session may be over: an ordinary request finds out, and leads to the sign-in.
    if (ended?.state === 'ended' && isLost(ended.error))
      await client.list(resourceOf('alerts'), { limit: 1 }).catch(() => {})
  }
  // Locks exist only in a secure context. Elsewhere each tab has a stream of its own.
  const held = navigator.locks ? navigator.locks.request(name, { signal }, read) : read()
  held.catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  post({ kind: 'joined' })
}
