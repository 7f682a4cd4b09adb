import { ApiError } from '@tocsin/core/base/errors'
import type { Answers } from '@tocsin/core/form/query'
import { readingPages } from '@tocsin/core/form/reading-pages'
import type { Form } from '@tocsin/core/form/types'
import { validate } from '@tocsin/core/form/validate'
import { maps } from '@tocsin/core/resources/maps/index'
import type { MapStatus } from '@tocsin/core/resources/maps/types'
import { mobileUsers } from '@tocsin/core/resources/mobile-users/index'
import type { Draft, Fields, Reason } from '@tocsin/core/vocabulary/resource'
import { codeForm, jsonObject, max, required } from '@tocsin/core/vocabulary/rules'
import { canonical, check } from '@tocsin/core/vocabulary/validate'
import { sql } from 'kysely'
import {
  FAILURES_OF_NETWORK,
  MOBILE_PASSWORDS,
  REGISTRATIONS_OF_NETWORK,
  REGISTRATIONS_OF_PHONE,
  take,
  takeAll,
  tooMany,
  waitFor,
} from '../attempts/limits'
import type { Requester } from '../attempts/requester'
import { networkFacts } from '../attempts/sign-in-events'
import { issueMobileToken } from '../codes/mobile-tokens'
import { withServer } from '../context/actor'
import type { Parts } from '../context/parts'
import type { Tx } from '../db/transaction'
import { blocked, clientLocked, invalid, refuseProblems } from '../http/failures'
import { writeVisitorAudit } from '../records/audit'
import { KINDS } from '../secrets/tokens'
import type { Handler } from '../resources/registration-handler'
import { iso } from '../time'
import { problemsOf, wholeForm } from './answers'
import { askHandler } from './handlers'

/** The fields of a registration. */
export const REGISTRATION = {
  code: { type: 'text', rules: [required(), codeForm()] },
  name: { type: 'text', rules: [required(), max(255)] },
  phone: { type: 'phone', rules: [required()] },
  email: { type: 'email' },
  job: { type: 'text' },
  appVersion: { type: 'text', rules: [max(32)] },
  /** The app that asks: a code of a place with another app is refused. */
  appId: { type: 'integer' },
  /** The answers to the form of the code. */
  answers: { type: 'json', rules: [jsonObject()] },
  /** The password of the person, if they have set one. */
  password: { type: 'text', secret: true, rules: [max(64)] },
} as const satisfies Fields

type Given = {
  code: string
  name: string
  phone: string
  email?: string | null
  job?: string | null
  appVersion?: string | null
  appId?: number | null
  answers?: Answers | null
}

/** A registration code with what it leads to. */
type Code = {
  client_id: number
  site_id: number | null
  auto_approve: boolean
  handler: Handler | null
  form: Partial<Form> | null
  locked: boolean
  is_open: boolean
  app_id: number | null
  client_name: string
  site_name: string | null
  term: { title: string; content: string } | null
}

async function readCode(tx: Tx, code: string): Promise<Code | undefined> {
  const { rows } = await sql<Code>`select r.client_id, r.site_id, f.schema as form, c.locked,
      coalesce((r.config ->> 'autoApprove')::boolean, false) as auto_approve,
      case when r.registration_handler_id is not null
          then jsonb_build_object('kind', 'registration-handlers', 'id', r.registration_handler_id)
        when r.reg_handler_id is not null
          then jsonb_build_object('kind', 'registration-handlers-v2', 'id', r.reg_handler_id) end as handler,
      c.active and coalesce(s.active, true) as is_open,
      coalesce(s.app_id, (select a.id from apps a where a.client_id = r.client_id and a.is_default)) as app_id,
      c.name as client_name, s.name as site_name,
      (select jsonb_build_object('title', t.title, 'content', t.content) from terms t
        where t.client_id = r.client_id and t.id = r.term_id and t.active) as term
    from registration_codes r join clients c on c.id = r.client_id
    left join sites s on s.client_id = r.client_id and s.id = r.site_id
    left join registration_forms f on f.client_id = r.client_id and f.id = r.registration_form_id
    where r.code = ${code}`.execute(tx)
  return rows[0]
}

type Person = { id: number; uuid: string; active: boolean; hash: string | null }

async function readPerson(tx: Tx, phone: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`select u.id, u.uuid, u.active, p.password_hash as hash from mobile_users u
    left join mobile_passwords p on p.mobile_user_id = u.id where u.phone = ${phone} order by u.id limit 1`.execute(tx)
  return rows[0]
}

const refusedCode = (reason: string) => invalid([{ field: 'code', key: `resources.registration-codes.${reason}` }])

/** Returns the reason that nobody can register with a code now, or null. */
function refusalOf({ locked, is_open, app_id }: Code, { appId }: Pick<Given, 'appId'>): ApiError | null {
  if (locked) return clientLocked(null)
  if (!is_open) return refusedCode('closed')
  return (appId ?? null) !== null && app_id !== appId ? refusedCode('otherApp') : null
}

/** Returns a code, or the refusal of one that nobody has given out, which counts for the network. */
async function codeOrRefusal(
  { parts, tx }: Pick<Place, 'parts' | 'tx'>,
  code: string,
  network: string,
): Promise<Code | ApiError> {
  const known = await readCode(tx, code)
  if (known) return known
  await take({ parts, tx }, 'mobile-codes', network, FAILURES_OF_NETWORK)
  return refusedCode('unknown')
}

/** Returns the milliseconds until a network may try codes again. */
const codesWait = (place: Pick<Place, 'parts' | 'tx'>, network: string) =>
  waitFor(place, 'mobile-codes', network, FAILURES_OF_NETWORK)

/**
 * Returns the questions of a form that somebody can answer who registers: they have no token yet to send a file with, so
 * that nothing can be attached.
 */
function askedForm(form: Partial<Form> | null): Form {
  const { fields, ...more } = wholeForm(form)
  const asked = fields.filter(({ type }) => type !== 'attachment')
  return {
    ...more,
    fields: asked.map((field) =>
      field.options?.['allowAttachments']
        ? { ...field, options: { ...field.options, allowAttachments: false } }
        : field,
    ),
  }
}

/** Returns where a code leads, what its form asks, and the terms that are agreed to with it. */
export async function describeCode(parts: Parts, given: Draft, { network }: Requester): Promise<Draft> {
  refuseProblems(check({ code: REGISTRATION.code }, given))
  const code = String(given['code']).trim().toUpperCase()
  // A refusal is returned, not thrown: a rollback would lose the count of what was tried.
  const found = await withServer(parts.database, async (tx) => {
    const wait = await codesWait({ parts, tx }, network)
    if (wait > 0) return tooMany('registration', wait)
    const known = await codeOrRefusal({ parts, tx }, code, network)
    return known instanceof ApiError ? known : (refusalOf(known, {}) ?? known)
  })
  if (found instanceof ApiError) throw found
  const { form, client_name: clientName, site_name: siteName, term } = found
  const whole = form && askedForm(form)
  return { clientName, siteName, form: whole, pages: whole ? readingPages(whole) : [], term }
}

/**
 * Registers a phone with a code: finds or makes the person by the phone, and the profile in the place of the code. Returns
 * a token of the profile for one hour. `isNew` is true for a new profile.
 */
export async function registerPhone(
  parts: Parts,
  body: Draft,
  requester: Requester,
): Promise<{ isNew: boolean; answer: Draft }> {
  refuseProblems(check(REGISTRATION, body))
  const given = canonical(REGISTRATION, body) as Given
  const code = given.code.toUpperCase()
  // A refusal is returned, not thrown: a rollback would lose the count of what was tried.
  const found = await withServer(parts.database, async (tx) => {
    const { network } = requester
    const wait =
      (await codesWait({ parts, tx }, network)) ||
      (await takeAll({ parts, tx }, [
        ['registrations-of-network', network, REGISTRATIONS_OF_NETWORK],
        ['registrations-of-phone', given.phone, REGISTRATIONS_OF_PHONE],
      ]))
    if (wait > 0) return tooMany('registration', wait)
    const known = await codeOrRefusal({ parts, tx }, code, network)
    if (known instanceof ApiError) return known
    return refusalOf(known, given) ?? { known, person: await readPerson(tx, given.phone) }
  })
  if (found instanceof ApiError) throw found
  const { known, person } = found
  await provePerson(parts, given.phone, person, body['password'])
  const { answers, problems } = validate(askedForm(known.form), given.answers ?? {})
  refuseProblems(problemsOf('answers', problems))
  return withServer(parts.database, (tx) => store({ parts, tx, requester }, { ...given, code, answers }))
}

/** Throws ApiError 401 if a person has set a password and this is not it. */
async function provePerson(parts: Parts, phone: string, person: Person | undefined, password: unknown): Promise<void> {
  if (!person?.hash) return
  const wait = await withServer(parts.database, (tx) =>
    take({ parts, tx }, 'mobile-passwords', phone, MOBILE_PASSWORDS),
  )
  if (wait > 0) throw tooMany('password', wait)
  if (await parts.passwords.verify(person.hash, typeof password === 'string' ? password : '')) return
  throw new ApiError({ status: 401, code: 'INVALID_USERNAME_OR_PASSWORD', details: { field: 'password' } })
}

type Place = { parts: Parts; tx: Tx; requester: Requester }
type Registration = Given & { code: string; answers: Draft }

async function store(place: Place, given: Registration): Promise<{ isNew: boolean; answer: Draft }> {
  const { parts, tx } = place
  // Two registrations of one phone wait for each other, so that a person is made once.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mobile-user ${given.phone}`}, 0))`.execute(tx)
  // The code may have been deleted, and the client locked, since they were read.
  const code = await readCode(tx, given.code)
  if (!code) throw refusedCode('unknown')
  const refusal = refusalOf(code, given)
  if (refusal) throw refusal
  const person = await readPerson(tx, given.phone)
  if (person?.active === false) throw blocked(personOff)
  const uuid = person?.uuid ?? (await addPerson(place, given))
  const { isNew, ...profile } = await putProfile(place, given, { code, uuid })
  if (code.handler && profile.status === 'pending')
    await askHandler({ parts, tx, locale: place.requester.locale }, code.handler, profile)
  const token = await issueMobileToken(parts, tx, profile.id)
  return { isNew, answer: { token, seconds: KINDS.mobile.life / 1000, profile } }
}

const personOff: Reason = { key: 'resources.mobile-users.notActive' }

async function addPerson(
  { parts, tx, requester }: Place,
  { name, phone, email = null }: Registration,
): Promise<string> {
  const now = iso(parts.now())
  const { rows } = await sql<{
    id: number
    uuid: string
  }>`insert into mobile_users (name, email, phone, created_at, updated_at)
    values (${name}, ${email}, ${phone}, ${now}, ${now}) returning id, uuid`.execute(tx)
  const { id, uuid } = rows[0]!
  await writeVisitorAudit(
    { parts, tx, requestId: requester.requestId },
    { kind: 'link' },
    {
      noun: mobileUsers.name,
      recordId: id,
      verb: 'create',
      clientId: null,
      changes: { name: { before: null, after: name }, ...networkFacts(parts, requester) },
    },
  )
  return uuid
}

type Profile = { id: number; name: string; status: MapStatus; role: string; ClientId: number; SiteId: number | null }

const PROFILE = sql`id, name, status, role, client_id as "ClientId", site_id as "SiteId"`

/** Makes the profile of a person in the place of a code, or brings the one that is there up to date. */
async function putProfile(
  { parts, tx, requester }: Place,
  { name, phone, email = null, job = null, appVersion = null, answers }: Registration,
  { code, uuid }: { code: Code; uuid: string },
): Promise<Profile & { isNew: boolean }> {
  const now = iso(parts.now())
  const { client_id: clientId, site_id: siteId, auto_approve: isApproved } = code
  const { rows: known } = await sql<Profile>`select ${PROFILE} from maps where client_id = ${clientId}
    and site_id is not distinct from ${siteId} and mobile_user_uuid = ${uuid} order by id limit 1 for update`.execute(
    tx,
  )
  const [before] = known
  if (before?.status === 'deactivated') throw blocked({ key: 'resources.maps.is.deactivated' })
  const props = JSON.stringify({ email, phone, job })
  const { rows } = await (
    before
      ? // The answers of a profile that somebody has approved decide which channels it sees, and stay as they were approved.
        sql<Profile>`update maps set app_version = coalesce(${appVersion}, app_version),
          answers = case when status = 'pending' or ${isApproved} then ${JSON.stringify(answers)}::jsonb else answers end,
          status = case when status = 'pending' and ${isApproved} then 'active' else status end,
          version = version + 1, updated_at = ${now}
        where id = ${before.id} returning ${PROFILE}`
      : sql<Profile>`insert into maps (client_id, site_id, name, status, role, app_version, profile_props, answers,
          mobile_user_uuid, created_at, updated_at)
        values (${clientId}, ${siteId}, ${name}, ${isApproved ? 'active' : 'pending'}, 'worker', ${appVersion},
          ${props}::jsonb, ${JSON.stringify(answers)}::jsonb, ${uuid}, ${now}, ${now})
        returning ${PROFILE}`
  ).execute(tx)
  const profile = rows[0]!
  const changes = before
    ? before.status === profile.status
      ? {}
      : { status: { before: before.status, after: profile.status } }
    : { name: { before: null, after: name }, status: { before: null, after: profile.status } }
  await writeVisitorAudit(
    { parts, tx, requestId: requester.requestId },
    { kind: 'phone', profileId: profile.id },
    { noun: maps.name, recordId: profile.id, verb: 'register', clientId, siteId, changes },
  )
  return { ...profile, isNew: before === undefined }
}
