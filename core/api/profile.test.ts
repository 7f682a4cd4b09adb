import { describe, expect, it } from 'vitest'
import { ApiError } from '../base/errors'
import { createHttp, type WireRequest } from './http'
import {
  authorizeMfaUpdate,
  changeOwnPassword,
  liveSetupToken,
  ownName,
  ownPassword,
  renameOwnUser,
  selectMfa,
  sendVerifyingCode,
  setMfaAddress,
  setupAddress,
  setupCode,
  setupPassword,
  verifyAddress,
} from './profile'
import { createSession, profileFrom, type Profile } from './session'
import { check } from '../vocabulary/validate'

const NOW = Date.parse('2026-03-04T12:00:00Z')
const jwt = (name: string, minutes: number) =>
  `x.${btoa(JSON.stringify({ name, exp: NOW / 1000 + minutes * 60, roles: ['sites:view'] }))}.x`
const SETUP = jwt('setup', 10)

type Reply = { status?: number; data?: unknown; code?: string }

/** An account of a server that gives one answer to everything but a refresh. */
function signedIn(reply: Reply, of: Partial<Profile> = {}, refusing = false) {
  const asked: WireRequest[] = []
  const state = {
    refreshes: 0,
    profile: {
      ...profileFrom({
        token: jwt('access', 5),
        refreshToken: jwt('refresh', 60),
        profile: { id: 7, name: 'Ana', username: 'ana', email: 'ana@example.org', userType: 'client', mfaMethod: [] },
      }),
      ...of,
    } as Profile | null,
  }
  const http = createHttp({
    base: '/api',
    locale: () => 'en-US',
    now: () => NOW,
    transport: async (request) => {
      asked.push(request)
      const { status = 200, data, code } = reply
      const body = code === undefined ? { success: true, data } : { success: false, error: { message: code } }
      return { status, statusText: '', header: () => null, text: JSON.stringify(body) }
    },
    session: createSession({
      store: {
        read: async () => state.profile,
        write: async (profile) => void (state.profile = profile),
        exclusively: (run) => run(),
      },
      callRefresh: async () => {
        state.refreshes++
        if (refusing) throw new ApiError({ status: 401, code: 'EXPIRED_REFRESH_TOKEN' })
        return { token: jwt('fresh', 5), profile: {} }
      },
      now: () => NOW,
      pause: async () => undefined,
    }),
  })
  const sent = () => asked.map(({ method, url, body }) => [method, url, JSON.parse(String(body)) as unknown])
  return { http, state, sent }
}

describe('the steps of a set-up', () => {
  it('MFA-11 MFA-12 asks for a token by the current password, and keeps it with the account', async () => {
    const { http, state, sent } = signedIn({ data: { token: SETUP } })
    expect(await authorizeMfaUpdate(http, 7, 'Demo1234')).toBe(SETUP)
    expect(sent()).toEqual([['POST', '/api/users/7/authorize/update-mfa', { password: 'Demo1234' }]])
    expect(state.profile?.updateMFAToken).toBe(SETUP)
    expect(state.refreshes).toBe(0)
  })

  it('MFA-14 MFA-16 names an address, and asks for a code to it', async () => {
    const { http, sent } = signedIn({ data: {} })
    await setMfaAddress(http, 7, { token: SETUP, phone: '+5548999990000' })
    await sendVerifyingCode(http, 'phone', { token: SETUP, phone: '+5548999990000' })
    await sendVerifyingCode(http, 'email', { token: SETUP, email: 'b@example.org' })
    expect(sent()).toEqual([
      ['POST', '/api/users/7/update-mfa', { token: SETUP, phone: '+5548999990000' }],
      ['POST', '/api/users/phone/send-verifying-code', { token: SETUP, phone: '+5548999990000' }],
      ['POST', '/api/users/email/send-verifying-code', { token: SETUP, email: 'b@example.org' }],
    ])
  })

  it('MFA-17 MFA-18 proves it by the code, upper-cased, with the address where that is new', async () => {
    const { http, state, sent } = signedIn({ data: { profile: { id: 7, email: 'b@example.org' } } })
    const { profile } = await verifyAddress(http, 'email', { code: ' abc2345 ', token: SETUP, email: 'b@example.org' })
    await verifyAddress(http, 'phone', { code: 'ABC2345', token: SETUP })
    expect(profile.email).toBe('b@example.org')
    expect(sent()).toEqual([
      ['POST', '/api/users/email/verify', { code: 'ABC2345', token: SETUP, email: 'b@example.org' }],
      ['POST', '/api/users/phone/verify', { code: 'ABC2345', token: SETUP }],
    ])
    expect(state.profile).toMatchObject({ email: 'b@example.org', name: 'Ana' })
  })

  it('MFA-20 MFA-21 enables a method, and refreshes the session at once', async () => {
    const { http, state, sent } = signedIn({ data: { profile: { id: 7, mfaMethod: ['email'] }, permissions: [] } })
    await selectMfa(http, 7, { mfaMethod: 'email', disable: false, token: SETUP })
    expect(sent()).toEqual([['POST', '/api/users/7/select-mfa', { mfaMethod: 'email', disable: false, token: SETUP }]])
    expect(state).toMatchObject({ refreshes: 1, profile: { token: jwt('fresh', 5), mfaMethod: ['email'] } })
  })

  it('MFA-12 forgets a token that the server no longer takes, and no other', async () => {
    const refused = { status: 400, code: 'MISSING_TOKEN' }
    const stale = signedIn(refused, { updateMFAToken: SETUP })
    await setMfaAddress(stale.http, 7, { token: SETUP, email: 'b@example.org' }).catch(() => undefined)
    expect(stale.state.profile?.updateMFAToken).toBe(null)
    const newer = signedIn(refused, { updateMFAToken: jwt('newer', 10) })
    await setMfaAddress(newer.http, 7, { token: SETUP, email: 'b@example.org' }).catch(() => undefined)
    expect(newer.state.profile?.updateMFAToken).toBe(jwt('newer', 10))
  })

  it('has no token where none was given, or its time is over', () => {
    const { state } = signedIn({})
    const profile = state.profile as Profile
    expect(liveSetupToken(profile, NOW)).toBe(null)
    expect(liveSetupToken({ ...profile, updateMFAToken: SETUP }, NOW)).toBe(SETUP)
    expect(liveSetupToken({ ...profile, updateMFAToken: SETUP }, NOW + 10 * 60_000)).toBe(null)
    expect(liveSetupToken({ ...profile, updateMFAToken: 'unreadable' }, NOW)).toBe(null)
  })
})

describe('updating oneself', () => {
  it('PROFILE-04 sends the name alone, and keeps what came of it', async () => {
    const { http, state, sent } = signedIn({ data: { id: 7, name: 'Ana Lima' } })
    await renameOwnUser(http, 7, 'Ana Lima')
    expect(sent()).toEqual([['PATCH', '/api/users/7', { name: 'Ana Lima' }]])
    expect(state).toMatchObject({ refreshes: 0, profile: { name: 'Ana Lima', username: 'ana' } })
  })

  it('PROFILE-06 sends the current password, the new one and that once more', async () => {
    const { http, sent } = signedIn({ data: { id: 7, hasPassword: true } })
    const given = { oldPassword: 'Demo1234', password: 'Quatro4Ventos', passwordConfirm: 'Quatro4Ventos' }
    await changeOwnPassword(http, 7, given)
    expect(sent()).toEqual([['PATCH', '/api/users/7', given]])
  })

  it.each([
    ['a method was selected', 'users/7/select-mfa'],
    ['an address was named', 'users/7/update-mfa'],
    ['a phone was proved', 'users/phone/verify'],
  ])('PROFILE-14 refreshes once with the first update after %s', async (_case, path) => {
    const { http, state } = signedIn({ data: { profile: {}, name: 'Ana Lima' } })
    await http({ method: 'POST', path, body: {} })
    const before = state.refreshes
    await renameOwnUser(http, 7, 'Ana Lima')
    expect(state.refreshes).toBe(before + 1)
    await renameOwnUser(http, 7, 'Ana Lima')
    expect(state.refreshes).toBe(before + 1)
  })

  it('PROFILE-14 owes the refresh still where it failed, and the update stands', async () => {
    const { http, state } = signedIn({ data: { name: 'Ana Lima' } }, { refreshAfterUpdate: true }, true)
    expect(await renameOwnUser(http, 7, 'Ana Lima')).toEqual({ name: 'Ana Lima' })
    expect(state).toMatchObject({ refreshes: 1, profile: { name: 'Ana Lima', refreshAfterUpdate: true } })
  })

  it('refreshes once somebody has set a first password, so that nothing waits for one any more', async () => {
    const { http, state } = signedIn({ data: { hasPassword: true } }, { hasPassword: false })
    await changeOwnPassword(http, 7, { password: 'Quatro4Ventos', passwordConfirm: 'Quatro4Ventos' })
    expect(state).toMatchObject({ refreshes: 1, profile: { hasPassword: true } })
  })

  it("leaves the account alone when another user's record changes, or a call fails", async () => {
    const { http, state } = signedIn({ data: { name: 'Bia', profile: {} } }, { refreshAfterUpdate: true })
    const before = state.profile
    await http({ method: 'PATCH', path: 'users/8', body: { name: 'Bia' } })
    await http({ method: 'POST', path: 'users/8/select-mfa', body: {} })
    await http({ method: 'GET', path: 'users/7' })
    const failing = signedIn({ status: 400, code: 'INVALID_OLD_PASSWORD' }, { refreshAfterUpdate: true })
    await renameOwnUser(failing.http, 7, 'x').catch(() => undefined)
    expect(state).toEqual({ refreshes: 0, profile: before })
    expect(failing.state).toMatchObject({ refreshes: 0, profile: { name: 'Ana', refreshAfterUpdate: true } })
  })
})

describe('the forms', () => {
  const keys = (problems: ReturnType<typeof check>) => problems.map(({ field, key }) => `${field} ${key}`)
  const twice = (password: string) => ({ password, passwordConfirm: password })

  it('PROFILE-03 PROFILE-07 want a new name, and the current password of who has one', () => {
    expect(keys(check(ownName, { name: '  ' }))).toEqual(['name formErrors.required'])
    expect(keys(check(ownPassword(true), twice('Quatro4Ventos')))).toEqual(['oldPassword formErrors.required'])
    expect(keys(check(ownPassword(false), twice('Quatro4Ventos')))).toEqual([])
    expect(keys(check(ownPassword(true), { oldPassword: 'x', ...twice('curta1') }))).toEqual([
      'password formErrors.tooShort',
    ])
  })

  it('MFA-10 MFA-13 MFA-17 MFA-24 want the password, an address, a phone of 8 to 20 digits, the code', () => {
    expect(keys(check(setupPassword, { password: '' }))).toEqual(['password formErrors.required'])
    expect(keys(check(setupCode, { code: ' ' }))).toEqual(['code formErrors.required'])
    expect(keys(check(setupAddress.email, { email: 'nobody' }))).toEqual(['email formErrors.email'])
    const phone = (text: string) => keys(check(setupAddress.phone, { phone: text }))
    expect(phone('')).toEqual(['phone formErrors.required'])
    for (const wrong of ['+1234567', `+${'1'.repeat(21)}`, '5548999990000', '48 99999-0000'])
      expect(phone(wrong)).toEqual(['phone formErrors.phone'])
    for (const right of ['+55 (48) 99999-0000', '+12345678', `+${'1'.repeat(20)}`]) expect(phone(right)).toEqual([])
  })
})
