import { describe, expect, it } from 'vitest'
import { ApiError } from '../base/errors'
import {
  claimsOf,
  createSession,
  expiryOf,
  hasExpired,
  onServerClock,
  permissionsIn,
  profileFrom,
  profileFromStore,
  type Profile,
  type SessionParts,
  type SignedIn,
} from './session'

const NOW = Date.parse('2026-03-04T12:00:00Z')
const HOUR = 3_600_000

/** A token with the given claims; nobody here looks at its signature. */
function token(claims: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none' })}.${part(claims)}.x`
}
const access = (name: string, end = NOW + HOUR) => token({ name, exp: end / 1000, roles: ['sites:view'] })
const refresh = (name: string, end = NOW + 24 * HOUR) => token({ name, exp: end / 1000 })

const stale: Profile = {
  id: 7,
  token: access('old', NOW - 1000),
  refreshToken: refresh('r1'),
  expiredAt: NOW - 1000,
  permissions: ['sites:view'],
  name: 'Ana',
  userType: 'client',
  role: 'admin',
  email: 'ana@example.org',
  username: 'ana',
  ClientId: 2,
  SiteId: null,
  updateMFAToken: null,
  refreshAfterUpdate: false,
  hasPassword: true,
  mfaMethod: [],
  impersonator: null,
}
const fresh: SignedIn = { token: access('new'), refreshToken: refresh('r2'), profile: { id: 7, name: 'Ana Lima' } }

/** A session over a store in memory whose holders wait for one another, as tabs and processes do. */
function open(profile: Profile | null, outcomes: readonly (SignedIn | Error)[] = [fresh], now = NOW) {
  const world = { profile, calls: [] as string[], pauses: [] as number[], writes: 0 }
  let last: Promise<unknown> = Promise.resolve()
  const parts: SessionParts = {
    store: {
      read: async () => world.profile,
      write: async (next) => {
        world.writes++
        world.profile = next
      },
      exclusively: <T>(run: () => Promise<T>) => {
        const turn = last.then(run)
        last = turn.catch(() => undefined)
        return turn
      },
    },
    callRefresh: async (sent) => {
      world.calls.push(sent)
      await new Promise((done) => setTimeout(done, 1))
      const outcome = outcomes[Math.min(world.calls.length - 1, outcomes.length - 1)] as SignedIn | Error
      if (outcome instanceof Error) throw outcome
      return outcome
    },
    now: () => now,
    pause: async (milliseconds) => void world.pauses.push(milliseconds),
  }
  return { world, session: createSession(parts), another: () => createSession(parts) }
}

const failure = (status: number, code = 'X') => new ApiError({ status, code })
const codeOf = (error: unknown) => (error as ApiError).code

describe('refreshing', () => {
  it('SESS-04 is one for forty callers', async () => {
    const { world, session } = open(stale)
    const profiles = await Promise.all(Array.from({ length: 40 }, () => session.refresh(stale.token)))
    expect(world.calls).toEqual([stale.refreshToken])
    expect(new Set(profiles.map((profile) => profile.token))).toEqual(new Set([fresh.token]))
    expect(world.writes).toBe(1)
  })

  it('is one for two tabs or processes with the same account', async () => {
    const { world, session, another } = open(stale)
    await Promise.all([session.refresh(stale.token), another().refresh(stale.token), another().refresh(stale.token)])
    expect(world.calls).toHaveLength(1)
  })

  it('happens again for callers whose stale token is what a running refresh ends with, once for all of them', async () => {
    const newer = { ...fresh, token: access('newer') }
    const { world, session } = open(stale, [fresh, newer])
    const tokens = [stale.token, fresh.token, stale.token, fresh.token]
    const profiles = await Promise.all(tokens.map((token) => session.refresh(token)))
    expect(profiles.map(({ token }) => token)).toEqual([fresh.token, newer.token, fresh.token, newer.token])
    expect(world.calls).toEqual([stale.refreshToken, fresh.refreshToken])
  })

  it('happens again when the new token has ended too', async () => {
    const { world, session } = open(stale, [{ ...fresh, token: access('new', NOW) }, fresh])
    const once = await session.refresh(stale.token)
    await session.refresh(once.token)
    expect(world.calls).toEqual([stale.refreshToken, fresh.refreshToken])
    expect(world.profile?.token).toBe(fresh.token)
  })

  it.each([0, 500, 502, 503, 429])('SESS-06 CONST-05 is tried five times over status %i', async (status) => {
    const { world, session } = open(stale, [failure(status)])
    await expect(session.refresh(stale.token)).rejects.toMatchObject({ status })
    expect(world.calls).toHaveLength(5)
    expect(world.pauses).toHaveLength(4)
    expect(world.pauses.every((pause, index) => pause > (world.pauses[index - 1] ?? 0))).toBe(true)
    expect(world.profile).toEqual(stale)
  })

  it('SESS-06 succeeds at the fifth', async () => {
    const { world, session } = open(stale, [failure(0), failure(500), failure(503), failure(0), fresh])
    expect((await session.refresh(stale.token)).token).toBe(fresh.token)
    expect(world.calls).toHaveLength(5)
  })

  it.each([400, 401, 403, 404])('A-008 is not tried again once %i has refused it', async (status) => {
    const { world, session } = open(stale, [failure(status, 'EXPIRED_REFRESH_TOKEN')])
    expect(await session.refresh(stale.token).catch(codeOf)).toBe('EXPIRED_REFRESH_TOKEN')
    expect(world.calls).toHaveLength(1)
  })

  it('fails for all who wait, and is tried anew by who comes later', async () => {
    const { world, session } = open(stale, [failure(401), fresh])
    const waiting = await Promise.allSettled([session.refresh(stale.token), session.refresh(stale.token)])
    expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(world.calls).toHaveLength(1)
    expect((await session.refresh(stale.token)).token).toBe(fresh.token)
  })

  it('SESS-07 is not even sent without a token that can be refreshed with', async () => {
    const without = open({ ...stale, refreshToken: '' })
    expect(await without.session.refresh(stale.token).catch(codeOf)).toBe('NOT_AUTHENTICATED')
    const gone = open(null)
    expect(await gone.session.refresh(stale.token).catch(codeOf)).toBe('NOT_AUTHENTICATED')
    expect([without, gone].flatMap(({ world }) => world.calls)).toEqual([])
    // The server judges a token that does not say when it ends.
    const opaque = open({ ...stale, refreshToken: 'opaque' })
    expect((await opaque.session.refresh(stale.token)).token).toBe(fresh.token)
  })

  it('SESS-08 A-009 has failed for its age when the server refuses a refresh token that has ended, and not before', async () => {
    const ended = { ...stale, refreshToken: refresh('r1', NOW) }
    const refused = open(ended, [failure(401, 'INVALID_AUTHORIZATION_HEADER')])
    expect(await refused.session.refresh(stale.token).catch(codeOf)).toBe('EXPIRED_REFRESH_TOKEN')
    // A token that has not ended is refused for the server's own reason.
    const young = open(stale, [failure(401, 'INVALID_USER')])
    expect(await young.session.refresh(stale.token).catch(codeOf)).toBe('INVALID_USER')
    // The clock of this machine may be wrong: it signs nobody out, and neither does an unreachable server.
    const hasWrongClock = open(ended)
    expect((await hasWrongClock.session.refresh(stale.token)).token).toBe(fresh.token)
    const away = open(ended, [failure(0, 'NETWORK_ERROR')])
    expect(await away.session.refresh(stale.token).catch(codeOf)).toBe('NETWORK_ERROR')
  })

  it('SESS-05 A-009 keeps the old refresh token when the answer has none', async () => {
    const { world, session } = open(stale, [{ token: fresh.token, profile: {} }])
    await session.refresh(stale.token)
    expect(world.profile).toMatchObject({ refreshToken: stale.refreshToken, token: fresh.token, name: 'Ana', id: 7 })
    const rotating = open(stale)
    await rotating.session.refresh(stale.token)
    expect(rotating.world.profile).toMatchObject({ refreshToken: fresh.refreshToken, name: 'Ana Lima' })
  })
})

describe('a clock that is wrong', () => {
  const HOURS = 2 * HOUR
  /** A token of five minutes, made now by the server's clock. */
  const made = (at: number): SignedIn => ({
    token: token({ iat: at / 1000, exp: at / 1000 + 300, roles: [] }),
    refreshToken: refresh('r'),
    profile: { id: 7 },
  })

  it.each([
    ['ahead', HOURS],
    ['behind', -HOURS],
  ])('SESS-02 counts a token by the clock that made it when this one is two hours %s', (_, off) => {
    const profile = onServerClock(profileFrom(made(NOW)), NOW + off)
    expect(profile.expiredAt).toBe(NOW + 300_000)
    expect(hasExpired(profile, NOW + off)).toBe(false)
    expect(hasExpired(profile, NOW + off + 299_999)).toBe(false)
    expect(hasExpired(profile, NOW + off + 300_000)).toBe(true)
    // Clocks that agree but for the time of an answer are left as they are.
    expect(onServerClock({ ...profile, serverAhead: 1 }, NOW + 900)).not.toHaveProperty('serverAhead')
  })

  it('T45 costs one refresh when it jumps, however many ask', async () => {
    const before = onServerClock(profileFrom(made(NOW - 60_000)), NOW - 60_000)
    const { world, session, another } = open(before, [made(NOW)], NOW + HOURS)
    expect(hasExpired(before, NOW + HOURS)).toBe(true)
    const tabs = [session, another(), another()]
    await Promise.all(tabs.map((tab) => tab.refresh(before.token)))
    expect(world.calls).toHaveLength(1)
    expect(world.profile).toMatchObject({ serverAhead: -HOURS })
    expect(hasExpired(world.profile!, NOW + HOURS)).toBe(false)
  })
})

describe('what was kept of an account', () => {
  it('ENT-USER-05 is read as it was written', () => {
    const kept: Profile = { ...stale, serverAhead: 7_200_000, updateMFAToken: 'u', mfaMethod: ['email'] }
    expect(profileFromStore(JSON.parse(JSON.stringify(kept)))).toEqual(kept)
  })

  it('is none when it is damaged where it counts, and whole again where it does not', () => {
    for (const broken of [
      null,
      undefined,
      'x',
      7,
      [],
      {},
      { ...stale, id: '7' },
      { ...stale, id: 0 },
      { ...stale, id: 1.5 },
      { ...stale, token: '' },
      { ...stale, token: null },
      { ...stale, refreshToken: 7 },
    ])
      expect(profileFromStore(broken)).toBe(null)
    const whole = profileFromStore({
      ...stale,
      name: 7,
      permissions: 'root',
      expiredAt: 'soon',
      serverAhead: 'x',
      updateMFAToken: {},
      mfaMethod: 'email',
      hasPassword: 'no',
      impersonator: 3,
      ClientId: 'all',
    })
    expect(whole).toEqual({ ...stale, name: '', ClientId: null })
  })
})

describe('what a token says', () => {
  it('PERM-08 PERM-09 is a list of permissions, and a guest without one', () => {
    expect(permissionsIn(token({ roles: ['sites:view', 'apps:view'] }))).toEqual(['sites:view', 'apps:view'])
    for (const roles of [undefined, null, [], 'root', {}, [1, null]])
      expect([roles, permissionsIn(token({ roles }))]).toEqual([roles, ['guest']])
    for (const broken of ['', 'x', 'a.b.c', 'a.%%%.c', `a.${btoa('null')}.c`, `a.${btoa('[1]')}.c`])
      expect([broken, permissionsIn(broken)]).toEqual([broken, ['guest']])
  })

  it('is read whatever its letters', () => {
    expect(claimsOf(token({ name: 'Íris Conceição 🚒 ~?>' }))).toEqual({ name: 'Íris Conceição 🚒 ~?>' })
    expect(expiryOf(token({ exp: 1_700_000_000 }))).toBe(1_700_000_000_000)
    expect(expiryOf(token({ exp: '1700000000' }))).toBe(undefined)
  })

  it('ENT-USER-05 becomes the stored profile, which ends with its token', () => {
    const profile = profileFrom({
      token: access('a'),
      refreshToken: 'r',
      profile: {
        id: 9,
        name: 'Bia',
        userType: 'client',
        role: 'manager',
        email: 'b@c.de',
        username: 'bia',
        ClientId: 2,
        SiteId: 1,
      },
    })
    expect(profile).toEqual({
      id: 9,
      token: access('a'),
      refreshToken: 'r',
      expiredAt: NOW + HOUR,
      permissions: ['sites:view'],
      name: 'Bia',
      userType: 'client',
      role: 'manager',
      email: 'b@c.de',
      username: 'bia',
      ClientId: 2,
      SiteId: 1,
      updateMFAToken: null,
      refreshAfterUpdate: false,
      hasPassword: true,
      mfaMethod: [],
      impersonator: null,
    })
    // A user who lost the site has none; an answer that does not speak of it changes nothing.
    expect(profileFrom({ token: 'x', profile: { SiteId: null } }, profile).SiteId).toBe(null)
    expect(profileFrom({ token: 'x', profile: {} }, profile)).toMatchObject({ SiteId: 1, expiredAt: 0 })
  })
})
