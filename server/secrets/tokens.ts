import { createHmac } from 'node:crypto'
import { EXTERNAL_TOKEN_LIFE } from '@tocsin/core/base/constants'
import { ApiError } from '@tocsin/core/base/errors'
import {
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
  jwtVerify,
  SignJWT,
  errors,
  type CryptoKey,
  type JWK,
} from 'jose'
import { sql } from 'kysely'
import type { Database } from '../db/open'

const ISSUER = 'tocsin'

/**
 * The kinds of tokens, each with its own type and audience, so that none passes for another (T24), and its lifetime in
 * ms.
 */
export const KINDS = {
  access: { typ: 'at+jwt', aud: 'management', life: 5 * 60_000 },
  refresh: { typ: 'rt+jwt', aud: 'refresh', life: 12 * 3_600_000 },
  mfa: { typ: 'mfa+jwt', aud: 'mfa', life: 10 * 60_000 },
  'update-mfa': { typ: 'update-mfa+jwt', aud: 'update-mfa', life: 10 * 60_000 },
  reset: { typ: 'reset+jwt', aud: 'password-reset', life: 30 * 60_000 },
  // A-024 allows a few minutes. The link expires early, since everybody who sees its address could use it.
  link: { typ: 'link+jwt', aud: 'sign-in-link', life: 60_000 },
  // Its subject is the template, not a user.
  template: { typ: 'template+jwt', aud: 'template', life: 7 * 24 * 3_600_000 },
  // Its subject is the survey, and `channel` the channel that the answer is counted for.
  survey: { typ: 'survey+jwt', aud: 'survey', life: 30 * 24 * 3_600_000 },
  // Its subject is a mobile user. It works once.
  'mobile-reset': { typ: 'mobile-reset+jwt', aud: 'mobile-password-reset', life: 30 * 60_000 },
  // Its subject is an API token of a monitoring provider, with which it ends.
  external: { typ: 'external+jwt', aud: 'external', life: EXTERNAL_TOKEN_LIFE },
  // Its subject is a mobile profile, and `gen` the password of the person that it was issued under.
  mobile: { typ: 'mobile+jwt', aud: 'mobile', life: 3_600_000 },
} as const
export type TokenKind = keyof typeof KINDS
export const KIND_NAMES = Object.keys(KINDS) as TokenKind[]

export type Claims = {
  sub: string
  sid?: string
  gen?: number
  /** The channel of the survey that a link opens. */
  channel?: number
  /**
   * The id of the one-time code, reset or link of the token, or the mark of the password under which a set-up was
   * begun.
   */
  jti?: string
  roles?: readonly string[]
  userType?: string
  /** The tenant of the user. It decides the share of the server's time, and nothing else. */
  org?: string
  /** The person who is signed in as the user. It is only for readers of the token: the server reads the session. */
  act?: { sub: string }
}

export type Tokens = {
  /** Signs a token of a kind. The same claims and times give the same token, on which a repeated refresh relies. */
  sign: (kind: TokenKind, claims: Claims, issuedAt: number, expiresAt?: number) => Promise<string>
  /**
   * Returns the claims of a valid token of that kind. Otherwise throws ApiError 401, JWT_EXPIRED if the token is valid
   * except for its time. With `evenExpired` an expired token is valid as well, which is only meant for ending a
   * session.
   */
  verify: (kind: TokenKind, token: string, options?: { evenExpired?: boolean }) => Promise<Claims & { sub: string }>
  /** Returns the kind that a token claims, without verifying it; undefined for a text that is no token. */
  kindOf: (token: string) => TokenKind | undefined
  /**
   * Returns a digest under the server's own key. It is the same for every process on one database. Without the key a
   * reader of the database cannot find the text, however few texts are possible.
   */
  digest: (purpose: string, text: string) => string
}

/**
 * Creates tokens that are signed by EdDSA with one fixed key. Nothing in a token chooses its algorithm or key (T42).
 */
export async function createTokens(privateJwk: JWK, now: () => number): Promise<Tokens> {
  const privateKey = (await importJWK(privateJwk, 'EdDSA')) as CryptoKey
  const publicKey = (await importJWK(publicPart(privateJwk), 'EdDSA')) as CryptoKey
  const secret = secretFor(privateJwk, 'digests')
  return {
    digest: (purpose, text) =>
      createHmac('sha256', secret)
        .update(JSON.stringify([purpose, text]))
        .digest('base64url'),
    kindOf(token) {
      try {
        const { typ } = decodeProtectedHeader(token)
        return KIND_NAMES.find((kind) => KINDS[kind].typ === typ)
      } catch {
        return undefined
      }
    },
    sign(kind, claims, issuedAt, expiresAt = issuedAt + KINDS[kind].life) {
      const { typ, aud } = KINDS[kind]
      return new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'EdDSA', typ })
        .setIssuer(ISSUER)
        .setAudience(aud)
        .setIssuedAt(Math.floor(issuedAt / 1000))
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .sign(privateKey)
    },
    async verify(kind, token, { evenExpired = false } = {}) {
      const { typ, aud } = KINDS[kind]
      try {
        const { payload } = await jwtVerify(token, publicKey, {
          algorithms: ['EdDSA'],
          issuer: ISSUER,
          audience: aud,
          typ,
          requiredClaims: ['sub', 'iat', 'exp'],
          currentDate: new Date(evenExpired ? 0 : now()),
        })
        return payload as Claims & { sub: string }
      } catch (error) {
        const expired = error instanceof errors.JWTExpired
        throw new ApiError({ status: 401, code: expired ? 'JWT_EXPIRED' : 'INVALID_AUTHORIZATION_HEADER' })
      }
    },
  }
}

/** Returns a further secret, derived from the stored key. */
const secretFor = (privateJwk: JWK, purpose: string): Buffer =>
  createHmac('sha256', privateJwk.d ?? '')
    .update(purpose)
    .digest()

/** Returns the password with which servers on one PostgreSQL log in, if the server creates that login itself. */
export const loginPassword = (privateJwk: JWK): string => secretFor(privateJwk, 'database login').toString('base64url')

const publicPart = ({ d: _secret, ...rest }: JWK): JWK => rest

/** Returns a new signing key, as it is stored. */
export async function newSigningKey(): Promise<JWK> {
  return exportJWK((await generateKeyPair('EdDSA', { extractable: true })).privateKey)
}

/** Returns the key that every server process on this database signs with. The first one creates it. */
export async function signingKey(database: Database): Promise<JWK> {
  const made = JSON.stringify(await newSigningKey())
  return database.transaction(async (tx) => {
    await sql`insert into server_keys (id, private_jwk) values (1, ${made}::jsonb) on conflict do nothing`.execute(tx)
    const { rows } = await sql<{ key: JWK }>`select private_jwk as key from server_keys where id = 1`.execute(tx)
    const [row] = rows
    if (!row) throw new Error('no signing key')
    return row.key
  })
}
