import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ANSWERS_KEPT } from '@tocsin/core/base/constants'
import { ApiError } from '@tocsin/core/base/errors'
import type { Profile } from '@tocsin/core/api/session'
import { accountAtom, currentAccount } from '../../data/account'
import { store } from '../../store'
import { dropWaiting, hasWaiting, keepWaiting, sendBy, sendWaiting, waitingOf, type Waiting } from './waiting'

const [ANA, RUTE] = [6, 1]
const DAY = 24 * 3_600_000
const NOW = Date.parse('2026-11-21T12:00:00Z')
const away = new ApiError({ status: 0, code: 'NETWORK_ERROR' })
const refusal = new ApiError({ status: 409, code: 'CONFLICT', details: { reason: 'resources.alerts.resolved' } })

const workAs = (id: number) => store.set(accountAtom, { id } as Profile)
const keysOf = (account: number) => waitingOf(account).map(({ key }) => key)
const keep = (account: number, key: string, more: Partial<Waiting> = {}) =>
  keepWaiting(account, {
    key,
    alert: { id: 4 },
    action: 'note',
    input: { text: key },
    told: {},
    at: new Date().toISOString(),
    ...more,
  })

/** The actions that were sent, each with its account, and those that were refused. */
const sent: string[] = []
const refused: string[] = []
let answer: (one: Waiting) => Promise<void>

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('navigator', {})
  workAs(ANA)
  sent.length = refused.length = 0
  answer = async () => {}
  sendBy({
    send: async (one, account) => {
      sent.push(`${account}: ${one.key}`)
      await answer(one)
    },
    onRefused: ({ key }, { code }) => void refused.push(`${key}: ${code}`),
  })
})

describe('what was done without a connection', () => {
  it('goes out once, in its order, and is gone then', async () => {
    for (const key of ['one', 'two', 'three']) expect(keep(ANA, key)).toBe(true)
    expect(keysOf(ANA)).toEqual(['one', 'two', 'three'])
    await Promise.all([sendWaiting(ANA), sendWaiting(ANA)])
    expect(sent).toEqual(['6: one', '6: two', '6: three'])
    expect([keysOf(ANA), hasWaiting(ANA)]).toEqual([[], false])
  })

  it('waits at the first that finds no connection, so that nothing overtakes it, and goes on from there', async () => {
    for (const key of ['one', 'two', 'three']) keep(ANA, key)
    answer = ({ key }) => (key === 'two' ? Promise.reject(away) : Promise.resolve())
    await sendWaiting(ANA)
    expect([sent, keysOf(ANA)]).toEqual([
      ['6: one', '6: two'],
      ['two', 'three'],
    ])
    // A session that is over is no refusal of the action either.
    answer = () => Promise.reject(new ApiError({ status: 401, code: 'NOT_AUTHENTICATED' }))
    await sendWaiting(ANA)
    expect([refused, keysOf(ANA)]).toEqual([[], ['two', 'three']])
    answer = async () => {}
    await sendWaiting(ANA)
    expect(sent.slice(-2)).toEqual(['6: two', '6: three'])
  })

  it('comes back with the reason if it is refused, holds up nothing, and goes when it is dismissed or a month old', async () => {
    for (const key of ['one', 'two']) keep(ANA, key)
    answer = ({ key }) => (key === 'one' ? Promise.reject(refusal) : Promise.resolve())
    await sendWaiting(ANA)
    expect([sent, refused, hasWaiting(ANA)]).toEqual([['6: one', '6: two'], ['one: CONFLICT'], false])
    expect(waitingOf(ANA)).toMatchObject([{ key: 'one', refused: { status: 409, details: refusal.details } }])
    await sendWaiting(ANA)
    expect(sent).toHaveLength(2)
    dropWaiting(ANA, 'one')
    expect(keysOf(ANA)).toEqual([])

    keep(ANA, 'old', { refused: { status: 409, code: 'CONFLICT' } })
    vi.setSystemTime(NOW + 30 * DAY - 1)
    keep(ANA, 'new')
    expect(keysOf(ANA)).toEqual(['old', 'new'])
    vi.setSystemTime(NOW + 30 * DAY)
    dropWaiting(ANA, 'new')
    expect(keysOf(ANA)).toEqual([])
  })

  it('is refused without a call once the server has forgotten its key, which might do it twice', async () => {
    keep(ANA, 'late')
    keep(ANA, 'timely', { at: new Date(NOW + 1).toISOString() })
    vi.setSystemTime(NOW + ANSWERS_KEPT + 1)
    await sendWaiting(ANA)
    expect([sent, refused]).toEqual([['6: timely'], ['late: CONFLICT']])
    expect(waitingOf(ANA)[0]?.refused?.details).toEqual({ reason: 'alerts.tooLate' })
  })

  it('is kept up to a hundred actions; those that were refused do not count', () => {
    keep(ANA, 'refused', { refused: { status: 409, code: 'CONFLICT' } })
    for (let at = 0; at < 100; at++) expect(keep(ANA, `n${at}`)).toBe(true)
    expect(keep(ANA, 'one more')).toBe(false)
    expect(waitingOf(ANA)).toHaveLength(101)
    dropWaiting(ANA, 'n0')
    expect(keep(ANA, 'one more')).toBe(true)
  })

  it('is one if the same is done twice in a row, but for what says something each time', () => {
    keep(ANA, 'take', { action: 'take', input: {} })
    expect(keep(ANA, 'again', { action: 'take', input: {} })).toBe(true)
    keep(ANA, 'other alert', { action: 'take', input: {}, alert: { id: 5 } })
    keep(ANA, 'release', { action: 'release', input: {} })
    keep(ANA, 'once more', { action: 'take', input: {} })
    for (const key of ['said', 'said again']) keep(ANA, key, { input: { text: 'Viatura' } })
    expect(keysOf(ANA)).toEqual(['take', 'other alert', 'release', 'once more', 'said', 'said again'])
  })

  it('T04 belongs to its account: nobody else sees it, and nothing of it goes out while another one works here', async () => {
    keep(ANA, 'of Ana')
    keep(RUTE, 'of Rute')
    expect([keysOf(ANA), keysOf(RUTE)]).toEqual([['of Ana'], ['of Rute']])
    workAs(RUTE)
    await sendWaiting(RUTE)
    expect([sent, keysOf(ANA)]).toEqual([['1: of Rute'], ['of Ana']])
    // A page that is told of an account which it does not work as sends nothing of it.
    await sendWaiting(ANA)
    expect([sent.length, keysOf(ANA)]).toEqual([1, ['of Ana']])
    store.set(accountAtom, null)
    await sendWaiting(ANA)
    expect(sent).toHaveLength(1)
  })

  it('T04 stays with its account if that changes while an action is under way, and is told to nobody else', async () => {
    for (const key of ['one', 'two']) keep(ANA, key)
    keep(RUTE, 'of Rute')
    answer = async ({ key }) => {
      if (key !== 'one') return
      workAs(RUTE)
      throw refusal
    }
    await sendWaiting(ANA)
    // The refusal is kept for Ana; Rute hears of none, and what is hers goes out as hers.
    expect([sent, refused]).toEqual([['6: one', '1: of Rute'], []])
    expect(waitingOf(ANA).map(({ key, refused: why }) => [key, why?.code])).toEqual([
      ['one', 'CONFLICT'],
      ['two', undefined],
    ])
    expect([currentAccount()?.id, keysOf(RUTE)]).toEqual([RUTE, []])
  })

  it('is sent by one of several tabs', async () => {
    keep(ANA, 'one')
    let isFree = false
    const request = (_name: string, options: { ifAvailable: boolean }, run: (lock: object | null) => Promise<void>) =>
      run(isFree || !options.ifAvailable ? {} : null)
    vi.stubGlobal('navigator', { locks: { request } })
    await sendWaiting(ANA)
    expect(sent).toEqual([])
    isFree = true
    await sendWaiting(ANA)
    expect(sent).toEqual(['6: one'])
  })
})
