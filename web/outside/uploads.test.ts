import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@tocsin/core/base/errors'
import type { FormField } from '@tocsin/core/form/types'
import { createUploads, type SendFile } from './uploads'

const FIELD: FormField = { name: 'foto', type: 'attachment' }
const file = (name: string) => new File(['x'], name)
const failure = (status: number, message?: string) =>
  new ApiError({ status, code: 'X', ...(message ? { fields: [{ field: 'file', message, values: { max: 1 } }] } : {}) })

/** The listeners for the network, and whether there is one. */
let online: boolean
let listeners: Set<() => void>
beforeEach(() => {
  online = true
  listeners = new Set()
  vi.useFakeTimers()
  vi.stubGlobal('navigator', {
    get onLine() {
      return online
    },
  })
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => listeners.add(listener))
  vi.stubGlobal('removeEventListener', (_: string, listener: () => void) => listeners.delete(listener))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const settle = () => vi.advanceTimersByTimeAsync(0)
/** Answers each call with the next of these: a failure, or the address of the stored file. */
function answering(...answers: (string | ApiError)[]) {
  const send = vi.fn<SendFile>(async () => {
    const answer = answers.shift()!
    if (typeof answer !== 'string') throw answer
    return { type: 'image', url: answer }
  })
  return { send, uploads: createUploads(send) }
}

it('sends files one after another, and names each by its address once all have arrived', async () => {
  const { send, uploads } = answering('/a', '/b')
  const [one, other] = [uploads.add(file('a'), FIELD, 'file'), uploads.add(file('b'), FIELD, 'file')]
  const answers = { texto: 'x', caixas: ['a', null], foto: [one, other] }
  expect(uploads.whole(answers)).toEqual({ is: 'sending' })
  await settle()
  expect(send.mock.calls.map(([{ name }, field]) => [name, field])).toEqual([
    ['a', 'foto'],
    ['b', 'foto'],
  ])
  // The server says what each file is.
  const stored = [
    { type: 'image', url: '/a' },
    { type: 'image', url: '/b' },
  ]
  expect(uploads.whole(answers)).toEqual({ is: 'whole', answers: { ...answers, foto: stored } })
})

it('keeps a file without a network, and sends it once there is one', async () => {
  const { send, uploads } = answering('/a')
  online = false
  const foto = [uploads.add(file('a'), FIELD, 'image')]
  await settle()
  expect(uploads.whole({ foto })).toEqual({ is: 'waiting' })
  expect(send).not.toHaveBeenCalled()
  online = true
  for (const listener of listeners) listener()
  await settle()
  expect(uploads.whole({ foto })).toMatchObject({ is: 'whole' })
  expect(listeners.size).toBe(0)
})

it('tries five times by itself what may yet arrive, then once for each time that it is asked', async () => {
  const lost = [0, 503, 429, 0, 0].map((status) => failure(status))
  const { send, uploads } = answering(...lost, failure(0), '/a')
  const attached = uploads.add(file('a'), FIELD, 'image')
  await vi.advanceTimersByTimeAsync(100_000)
  expect(send).toHaveBeenCalledTimes(5)
  expect(uploads.whole({ foto: [attached] })).toEqual({ is: 'failed', name: 'foto' })
  expect(uploads.all().get(attached.url)?.why).toBeUndefined()
  uploads.again(attached.url)
  await vi.advanceTimersByTimeAsync(100_000)
  expect(uploads.whole({ foto: [attached] })).toMatchObject({ is: 'whole' })
})

it.each([
  [failure(400, 'formErrors.fileType'), 'wrongFile'],
  [failure(400, 'formErrors.fileTooLarge'), 'tooLarge'],
  [failure(413), 'tooLarge'],
  [failure(400, 'formErrors.imageBroken'), 'unreadable'],
  [failure(400, 'formErrors.sentFiles'), 'tooMany'],
  [failure(404), undefined],
])('says why the server takes no such file, and sends it no more: %o %s', async (error, why) => {
  const { send, uploads } = answering(error)
  const attached = uploads.add(file('a'), FIELD, 'image')
  await vi.advanceTimersByTimeAsync(100_000)
  expect(send).toHaveBeenCalledTimes(1)
  expect([uploads.all().get(attached.url)?.is, uploads.all().get(attached.url)?.why?.key]).toEqual(['failed', why])
})

it('forgets a file that was taken away, also while it is sent', async () => {
  const signals: AbortSignal[] = []
  const uploads = createUploads((_, __, { signal }) => {
    signals.push(signal)
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(failure(0))))
  })
  const attached = uploads.add(file('a'), FIELD, 'image')
  await settle()
  uploads.drop(attached.url)
  await vi.advanceTimersByTimeAsync(100_000)
  expect([signals.length, signals[0]!.aborted, uploads.all().size]).toEqual([1, true, 0])
  expect(uploads.whole({})).toEqual({ is: 'whole', answers: {} })
})

it.each([401, 409, 410])(
  'lets the answers go once a file was refused with %d, so that the page can say how the survey ended',
  async (status) => {
    const { send, uploads } = answering(failure(status))
    const foto = [uploads.add(file('a'), FIELD, 'image'), uploads.add(file('b'), FIELD, 'image')]
    await settle()
    expect(uploads.whole({ foto })).toEqual({ is: 'whole', answers: { foto } })
    expect(uploads.all().get(foto[0]!.url)).toMatchObject({ is: 'failed', why: { key: 'notAttached' } })
    expect(send).toHaveBeenCalled()
  },
)
