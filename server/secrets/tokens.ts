import { createHmac } from 'node:crypto'
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
 * The kinds of tokens, each with its own type and audience, so that none passes for another (T24); lives in ms.
 * `external` is for third-party pages, `mobile` for a phone's registration; their resources sign them.
 */
export const KINDS = {
  access: { typ: 'at+jwt', aud: 'management', life: 5 * 60_000 },
  refresh: { typ: 'rt+jwt', aud: 'refresh', life: 12 * 3_600_000 },
  mfa: { typ: 'mfa+jwt', aud: 'mfa', life: 10 * 60_000 },
  'update-mfa': { typ: 'update-mfa+jwt', aud: 'update-mfa', life: 10 * 60_000 },
  reset: { typ: 'reset+jwt', aud: 'password-reset', life: 30 * 60_000 },
  // A-024 says a few minutes; this is the shorter end, since the link stands in an address for whoever sees it.
  link: { typ: 'link+jwt', aud: 'sign-in-link', life: 60_000 },
  external: { typ: 'external+jwt', aud: 'external', life: 3_600_000 },
  mobile: { typ: 'mobile+jwt', aud: 'mobile', life: 3_600_000 },
} as const
export type TokenKind = keyof typeof KINDS
export const KIND_NAMES = Object.keys(KINDS) as TokenKind[]

export type Claims = {
  sub: string
  sid?: string
  gen?: number
  /** The one-time code or reset that the token stands for, or the password under which a set-up was begun. */
  jti?: string
  roles?: readonly string[]
  userType?: string
  /** The tenant of the user. It shares out the server's time and decides nothing else. */
  org?: string
  /** The user who really acts; for readers of the token, since the server looks at the session. */
  act?: { sub: string }
}

export type Tokens = {
  /** Signs a token of a kind; the same claims and times give the same token, which a replayed refresh relies on. */
  sign: (kind: TokenKind, claims: Claims, issuedAt: number, expiresAt?: number) => Promise<string>
  /**
   * Returns the claims of a valid token of that kind; ApiError 401 otherwise, JWT_EXPIRED when time alone is wrong.
   * `evenExpired` takes one whose time is over, which is enough to end a session by and for nothing else.
   */
  verify: (kind: TokenKind, token: string, options?: { evenExpired?: boolean }) => Promise<Claims & { sub: string }>
  /** Returns the kind that a token claims, unverified; undefined for a text that is no token. */
  kindOf: (token: string) => TokenKind | undefined
  /**
   * Returns a digest under the server's own key: the same for every process on one database, and useless to a reader of
   * the database alone, however few values there are to try.
   */
  digest: (purpose: string, text: string) => string
}

/** Creates tokens of EdDSA over one fixed key: nothing in a token chooses its own algorithm or key (T42). */
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

/** Derives a further secret from the stored key. */
const secretFor = (privateJwk: JWK, purpose: string): Buffer =>
  createHmac('sha256', privateJwk.d ?? '')
    .update(purpose)
    .digest()

/** Returns the password by which servers on one PostgreSQL log in where the server makes that login itself. */
export const loginPassword = (privateJwk: JWK): string => secretFor(privateJwk, 'database login').toString('base64url')

const publicPart = ({ d: _secret, ...rest }: JWK): JWK => rest

/** Returns a new signing key, as it is stored. */
export async function newSigningKey(): Promise<JWK> {
  return exportJWK((await generateKeyPair('EdDSA', { extractable: true })).privateKey)
}

/** Returns the key that every server process on this database signs with; the first one makes it. */
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
