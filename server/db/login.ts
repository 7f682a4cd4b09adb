import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { DatabaseError } from './database-error'
import type { Database } from './open'
import { runScript } from './transaction'

/** The role of every scoped transaction (server/db/scope.ts). The migrations grant it what requests need. */
export const APP_ROLE = 'tocsin_app'
/** The name of the login, if it does not depend on the database. */
export const SERVER_LOGIN = 'tocsin_server'
/** The longest name in bytes. PostgreSQL cuts longer ones. */
const LONGEST_NAME = 63
export const INSUFFICIENT_PRIVILEGE = '42501'
/** PostgreSQL's own number of iterations. */
const SCRAM_ITERATIONS = 4096

/**
 * The reason that there is no login for requests. CANNOT_MAKE: the owner may not create `login`, or may not let it
 * become `tocsin_app`. REFUSED: PostgreSQL refuses `login`. TOO_PRIVILEGED: the rights of `login` bypass the policies.
 */
export class LoginError extends Error {
  readonly code: 'CANNOT_MAKE' | 'REFUSED' | 'TOO_PRIVILEGED'
  readonly login: string

  constructor(code: LoginError['code'], login: string) {
    super(`${code} ${login}`)
    this.name = 'LoginError'
    this.code = code
    this.login = login
  }
}

/**
 * Returns the name of the login that the server creates for a database. It depends on the database, because a login is
 * a role of the whole cluster.
 */
export function loginName(database: string): string {
  const name = `${SERVER_LOGIN}_${database}`
  if (Buffer.byteLength(name) <= LONGEST_NAME) return name
  return `${SERVER_LOGIN}_${createHash('sha256').update(database).digest('hex').slice(0, 32)}`
}

// Statements about roles take no parameters. The names are passed as settings of the transaction, and format() quotes
// them.

// NOINHERIT: without `set role tocsin_app` the login reads nothing, whatever scope it claims.
const MAKE = `do $$
declare
  name text := current_setting('app.login');
  secret text := coalesce(' password ' || quote_literal(nullif(current_setting('app.verifier'), '')), '');
begin
  if not exists (select from pg_roles where rolname = name) then
    execute format('create role %I login noinherit', name) || secret;
  elsif secret <> '' then
    execute format('alter role %I login noinherit', name) || secret;
  end if;
end $$`

// A database created from a template has the default rights again, by which everybody may make temporary tables in it.
// Only the owner of the database can change that. Without that right, it is left to the administrator.
const LET_IN = `do $$
declare
  name text := current_setting('app.login');
  statement text;
begin
  if not pg_has_role(name, '${APP_ROLE}', 'member') then execute format('grant ${APP_ROLE} to %I', name); end if;
  foreach statement in array array[
    format('revoke temporary on database %I from public', current_database()),
    format('grant connect on database %I to %I', current_database(), name),
    'revoke create on schema public from public'
  ] loop
    begin
      execute statement;
    exception when insufficient_privilege then null;
    end;
  end loop;
end $$`

/**
 * Creates the role that requests log in as, or renews its password. The role owns nothing, inherits nothing and may
 * become `tocsin_app` alone. Without a password nobody can log in as it. Throws LoginError CANNOT_MAKE.
 */
export function makeLogin(owner: Database, name: string, password?: string): Promise<void> {
  return asOwner(owner, name, password, [MAKE, LET_IN])
}

/** Lets a login that the operator created become `tocsin_app`, if it may not yet. Throws LoginError CANNOT_MAKE. */
export function adoptLogin(owner: Database, name: string): Promise<void> {
  return asOwner(owner, name, undefined, [LET_IN])
}

function asOwner(owner: Database, name: string, password: string | undefined, scripts: string[]): Promise<void> {
  const secret = password === undefined ? '' : verifier(password)
  return refusedAs('CANNOT_MAKE', name, () =>
    owner.transaction(async (tx) => {
      await sql`select set_config('app.login', ${name}, true), set_config('app.verifier', ${secret}, true)`.execute(tx)
      for (const script of scripts) await runScript(tx, script)
    }),
  )
}

/**
 * Throws LoginError TOO_PRIVILEGED for a login with too many rights: a superuser, a role that bypasses row level
 * security or creates roles, the owner of a table or a role that can become it, the role that searches, or one that
 * reads or writes everything.
 */
export async function refusePrivileged(served: Pick<Database, 'kysely'>): Promise<void> {
  const { rows } = await sql<{ name: string; privileged: boolean }>`
    select session_user as name, exists (
      select from pg_roles r where pg_has_role(session_user, r.oid, 'member') and (
        r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolname = 'tocsin_search'
        or r.rolname ~ '^pg_(read_all_data|write_all_data|maintain|database_owner|.*_server_.*)$'
        or exists (select from pg_class c where c.relowner = r.oid and c.relnamespace = 'public'::regnamespace))
    ) as privileged`.execute(served.kysely)
  for (const { name, privileged } of rows) if (privileged) throw new LoginError('TOO_PRIVILEGED', name)
}

/**
 * Returns the owner's name if it reads the searched texts of every client without a scope, else null. Such an owner is
 * an inheriting member of `tocsin_search`, by a grant of an administrator. A superuser reads everything anyway.
 */
export async function searchingOwner(owner: Pick<Database, 'kysely'>): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select rolname as name from pg_roles
    where rolname = current_user and not rolsuper and pg_has_role('tocsin_search', 'usage')`.execute(owner.kysely)
  return rows[0]?.name ?? null
}

/** Returns the login of a connection. */
export async function nameOf(served: Pick<Database, 'kysely'>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select session_user as name`.execute(served.kysely)
  return rows[0]?.name ?? ''
}

/**
 * Returns the url of the same database under another login. A login in the url's query takes precedence over one before
 * the host. The database is named, since a url without one means the one that is called like the login.
 */
export function urlAs(url: string, database: string, login: string, password: string): string {
  const named = url.replace(
    /^(\w+:\/\/[^/?#]*)\/?(?=[?#]|$)/,
    (place) => `${place.replace(/\/$/, '')}/${encodeURIComponent(database)}`,
  )
  const query = new URLSearchParams({ user: login, password })
  return `${named}${named.includes('?') ? '&' : '?'}${query}`
}

/**
 * Returns a password as PostgreSQL stores it (RFC 5803). The password itself is in no statement, and thus in no log.
 */
function verifier(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, SCRAM_ITERATIONS, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString('base64')}$${stored}:${hmac('Server Key').toString('base64')}`
}

/** Runs statements, and turns a refusal for missing rights into a LoginError of this code. */
export async function refusedAs<T>(code: LoginError['code'], login: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const { sqlState = '' } = error instanceof DatabaseError ? error : {}
    throw sqlState === INSUFFICIENT_PRIVILEGE ? new LoginError(code, login) : error
  }
}
