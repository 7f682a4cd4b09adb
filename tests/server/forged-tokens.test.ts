import { createHmac, generateKeyPairSync, sign as signWith } from 'node:crypto'
import { createTokens, newSigningKey } from '../../server/secrets/tokens'
import { exportJWK, importJWK, SignJWT, type CryptoKey, type JWK } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EPOCH, startWorld, type TestWorld } from '../world'

let world: TestWorld
let key: JWK
type Genuine = { header: Record<string, unknown>; payload: Record<string, unknown>; token: string }
/** The token that is forged. */
let genuine: Genuine
beforeAll(async () => {
  world = await startWorld()
  key = await newSigningKey()
  world.parts.tokens = await createTokens(key, () => world.clock.now)
  genuine = partsOf(await world.token('acme-admin'))
})
afterAll(() => world.close())

function partsOf(token: string): Genuine {
  const [header = '', payload = ''] = token.split('.')
  return { header: read(header), payload: read(payload), token }
}
const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
const write = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Returns a token signed with the server's own key: only its contents are wrong. */
async function signed(payload: object, header: object = {}): Promise<string> {
  const privateKey = (await importJWK(key, 'EdDSA')) as CryptoKey
  return new SignJWT({ ...genuine.payload, ...payload })
    .setProtectedHeader({ ...genuine.header, ...header, alg: 'EdDSA' })
    .sign(privateKey)
}

const now = Math.floor(EPOCH / 1000)

/** Returns forged tokens, each with the name of its fault. */
async function vectors(): Promise<[string, string][]> {
  const [head = '', body = '', signature = ''] = genuine.token.split('.')
  const { d: _secret, ...publicJwk } = key
  const publicBytes = Buffer.from(publicJwk.x!, 'base64url')
  const hmac = (header: object, secret: string | Buffer) => {
    const text = `${write({ ...genuine.header, ...header })}.${body}`
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const stranger = generateKeyPairSync('ed25519')
  const strangerJwk = await exportJWK(stranger.publicKey)
  const byStranger = (header: object) => {
    const text = `${write({ ...genuine.header, ...header })}.${body}`
    return `${text}.${signWith(null, Buffer.from(text), stranger.privateKey).toString('base64url')}`
  }
  const byRsa = () => {
    const text = `${write({ ...genuine.header, alg: 'RS256' })}.${body}`
    return `${text}.${signWith('sha256', Buffer.from(text), rsa.privateKey).toString('base64url')}`
  }
  const flipped = Buffer.from(signature, 'base64url')
  flipped[10]! ^= 1
  return [
    ['alg none', `${write({ ...genuine.header, alg: 'none' })}.${body}.`],
    ['alg None', `${write({ ...genuine.header, alg: 'None' })}.${body}.`],
    ['alg none with the signature left on', `${write({ ...genuine.header, alg: 'none' })}.${body}.${signature}`],
    ['no signature', `${head}.${body}.`],
    ['two parts', `${head}.${body}`],
    ['four parts', `${genuine.token}.${signature}`],
    ['HS256 with the public key as secret', hmac({ alg: 'HS256' }, publicBytes)],
    ['HS256 with the public key as JSON', hmac({ alg: 'HS256' }, JSON.stringify(publicJwk))],
    ['HS256 with an empty secret', hmac({ alg: 'HS256' }, '')],
    ['EdDSA over an HMAC', hmac({}, publicBytes)],
    ['RS256 by another key', byRsa()],
    ['EdDSA by another key', byStranger({})],
    ['its own key in jwk', byStranger({ jwk: strangerJwk })],
    ['its own key behind jku', byStranger({ jku: 'https://example.org/keys.json' })],
    ['its own key behind x5u', byStranger({ x5u: 'https://example.org/key.pem' })],
    ['kid of a file', byStranger({ kid: '../../../../dev/null' })],
    ['kid of SQL', byStranger({ kid: "1' union select 'x" })],
    ['one bit of the signature', `${head}.${body}.${flipped.toString('base64url')}`],
    ['another payload', `${head}.${write({ ...genuine.payload, sub: '7' })}.${signature}`],
    [
      'a critical extension nobody knows',
      await signed({}, { crit: ['exp2'], exp2: 1 }).catch(() => `${head}.${body}.${signature}x`),
    ],
    ['exp as text', await signed({ exp: String(now + 300) })],
    ['no exp', await signed({ exp: undefined })],
    ['exp passed', await signed({ exp: now - 1 })],
    ['exp as null', await signed({ exp: null })],
    ['no iat', await signed({ iat: undefined })],
    ['not yet', await signed({ nbf: now + 60 })],
    ['another issuer', await signed({ iss: 'elsewhere' })],
    ['another audience', await signed({ aud: 'external' })],
    ['no audience', await signed({ aud: undefined })],
    ['no typ', await signed({}, { typ: undefined })],
    ['typ of a refresh token', await signed({}, { typ: 'rt+jwt' })],
    ['no sub', await signed({ sub: undefined })],
    ['a sub that is no number', await signed({ sub: '6 or 1=1' })],
    ['a sub beyond every number', await signed({ sub: '99999999999' })],
    ['nothing at all', '..'],
    ['JSON of nothing', `${write(null)}.${write(null)}.${signature}`],
  ]
}

/** Returns forged tokens of a user's session. */
const ofSession = async (): Promise<[string, string][]> => [
  ['the session of one and the name of another', await signed({ sub: '1' })],
  ['a session that never was', await signed({ sid: 'x'.repeat(24) })],
  ['no session', await signed({ sid: undefined })],
  ['a session that is no text', await signed({ sid: { $gt: '' } })],
]

/** Returns the forged tokens that are let in, or refused for another reason than the token. */
async function letIn(
  tried: readonly [string, string][],
  show: (token: string) => Promise<{ status: number; body: { error?: { message: string } } }>,
): Promise<string[]> {
  const accepted: string[] = []
  for (const [name, token] of tried) {
    const { status, body } = await show(token)
    const code = name === 'exp passed' ? 'JWT_EXPIRED' : 'INVALID_AUTHORIZATION_HEADER'
    if (status !== 401 || body.error?.message !== code) accepted.push(`${name}: ${status} ${body.error?.message}`)
  }
  return accepted
}

it('T42 refuses every forged token, and for nothing but what is wrong with it', async () => {
  // The same function makes one that is let in: those below are refused for their faults.
  expect((await world.call(await signed({}), 'GET', 'users/6')).status).toBe(200)
  const tried = [...(await vectors()), ...(await ofSession())]
  expect(tried.length).toBeGreaterThanOrEqual(28)
  expect(await letIn(tried, (token) => world.call(token, 'GET', 'users/6'))).toEqual([])
})

it('T42 refuses every forged token of a phone and of a link, to read, to answer and to attach', async () => {
  const root = await world.token('root')
  const made = async (path: string) => ((await world.call(root, 'POST', path, {})).body.data as { token: string }).token
  for (const [token, config, survey] of [
    [await made('maps/1/token'), '/mobile/config', '/mobile/v2/surveys/1'],
    [await made('surveys/1/link'), '/api/public/config', '/api/surveys/1'],
  ] as const) {
    genuine = partsOf(token)
    const reads = (shown: string) => world.call(null, 'GET', config, undefined, { token: shown })
    const answers = (shown: string) => world.call(null, 'POST', `${survey}/result`, { data: {} }, { token: shown })
    const attaches = (shown: string) => world.call(null, 'POST', `${survey}/files`, {}, { token: shown })
    expect((await reads(await signed({}))).status).toBe(200)
    // Only the answers are wrong.
    expect((await answers(await signed({}))).status).toBe(config === '/mobile/config' ? 404 : 400)
    // Only the body is wrong, or the survey of the profile.
    expect((await attaches(await signed({}))).status).toBe(config === '/mobile/config' ? 404 : 415)
    const tried = await vectors()
    expect(await letIn(tried, reads)).toEqual([])
    expect(await letIn(tried, answers)).toEqual([])
    expect(await letIn(tried, attaches)).toEqual([])
  }
  genuine = partsOf(await world.token('acme-admin'))
})

it('PERM-08 takes no permission from a token, even one signed by the server', async () => {
  const guest = await world.token('guest')
  const { sub, sid } = read(guest.split('.')[1]!)
  const token = await signed({ sub, sid, roles: ['clients:view', 'users:view'], userType: 'tocsin' })
  expect((await world.call(token, 'GET', 'clients')).status).toBe(403)
})
