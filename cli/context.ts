import { createClient, type Client } from '@tocsin/core/api/client'
import type { Locale } from '@tocsin/core/base/constants'
import { createHttp, type Http } from '@tocsin/core/api/http'
import { createVocabulary, type Translate, type Vocabulary } from '@tocsin/core/vocabulary/i18n'
import type { CommandSpec } from '@tocsin/core/command-line/commands'
import type { Draft, Resource } from '@tocsin/core/vocabulary/resource'
import { isResourceName, loadDeclaration } from '@tocsin/core/resources/index'
import type { Profile, Session } from '@tocsin/core/api/session'
import type { Configured } from './config-files'
import type { Credentials } from './credentials'
import type { DefaultClient } from './default-client'
import type { Io } from './io'
import { messages } from './messages/general'
import type { Network } from './network/open'
import { safeForTerminal } from './display-width'
import { hostOf, localeOf, refuseInsecure, isStderrJson, styleOf, wantsColor, type Settings } from './settings'
import type { Style } from './formats'
import { jsonText } from './output'

/** The examples of a command that comes of a declaration, and those of its resource. */
type Examples = {
  of: (spec: CommandSpec, resource: Resource, kind: Draft | undefined) => readonly string[]
  ofResource: (name: string) => readonly string[]
}

/** Everything that a command works with. Costly parts are made on first use. */
export type Context = {
  /** The environment has the settings of files below its own variables. */
  io: Io
  /** The files of settings, and the environment without them. */
  configured: Configured & { env: Io['env'] }
  settings: Settings
  locale: Locale
  vocabulary: Vocabulary
  t: Translate
  /** Adds words in both languages under `cli.<name>`. */
  addWords: (name: string, words: Record<Locale, object>) => void
  /** The address of the server, with its scheme, and the path it lies below if any. */
  readonly host: string
  readonly format: Style
  readonly color: boolean
  credentials: () => Promise<Credentials>
  /** The session of the account in use. */
  session: () => Promise<Session>
  /**
   * The account in use, as it was when it signed in or its token was refreshed, or as the server says of a token of a user;
   * null where nobody is signed in.
   */
  account: () => Promise<Profile | null>
  /** The examples of resources, once a help is to be shown. */
  examples: Examples | undefined
  /** The flags that the running command takes, with their dashes: `--name`. */
  flagNames: Set<string>
  /** Calls the API as the account in use. */
  http: () => Promise<Http>
  /** Calls the API without a token: to sign in, to refresh. */
  anonymousHttp: () => Promise<Http>
  /** The connections to the server. */
  network: () => Promise<Network>
  /** Calls what phones call, with the token that a call has (`phoneToken`). */
  phoneHttp: () => Promise<Http>
  client: () => Promise<Client>
  /** The client that commands work in where a line names none. */
  defaultClient: () => Promise<DefaultClient | null>
  /** Calls the API as `http` does, but has every write only tried: the server answers as to the write and writes nothing. */
  dryHttp: () => Promise<Http>
  /** A client whose writes are only tried. */
  dryClient: () => Promise<Client>
  /** Returns the declaration of a resource and adds its words; undefined if there is none of this name. */
  findResource: (name: string) => Promise<Resource | undefined>
  /** True if errors and notes are written to stderr as lines of JSON. */
  readonly asJson: boolean
  /** Writes a note to stderr, as a line of JSON if `asJson`. Writes nothing with `--quiet`. */
  note: (text: string) => Promise<void>
  /** Closes connections, so that the process can end. */
  close: () => void
}

/** Returns a function that calls `make` once and then always returns the same promise, even a rejected one. */
function memoized<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** Returns a function that calls the API as `http` does, but has every write only tried. */
const tried =
  (http: Http): Http =>
  (call) =>
    http(call.method === 'GET' ? call : { ...call, query: { ...call.query, dryRun: 1 } })

/** The context of one run of the program. */
export function createContext(
  io: Io,
  settings: Settings,
  configured: Context['configured'] = { files: [], problem: null, foreign: null, env: io.env },
): Context {
  const locale = localeOf(settings, io.env)
  const vocabulary = createVocabulary()
  const addWords = (name: string, words: Record<Locale, object>) => vocabulary.add(['cli', name], words)
  for (const [name, words] of Object.entries(messages)) addWords(name, words)
  const closers: (() => void)[] = []

  const network = memoized(async (): Promise<Network> => {
    refuseInsecure(context.host, settings, io.env)
    const made = await (await import('./network/open')).openNetwork(context)
    closers.push(made.close)
    return made
  })

  const makeHttp = async (session?: Session, { routesV2 = false, base = '/api' } = {}) =>
    createHttp({
      transport: (await network()).send,
      base: `${context.host}${base}`,
      locale: () => locale,
      session,
      routesV2: () => routesV2,
      boundary: () => `tocsin-${io.random().toString(36).slice(2)}${io.random().toString(36).slice(2)}`,
      now: io.now,
    })

  const anonymousHttp = memoized(() => makeHttp())
  const credentials = memoized(async () => (await import('./credentials')).openCredentials(io))
  const session = memoized(async () => (await import('./account')).accountSession(context))
  const http = memoized(async () =>
    makeHttp(await (await import('./account')).signedIn(context), {
      routesV2: await (await import('./routes-v2')).usesRoutesV2(context),
    }),
  )

  const context: Context = {
    io,
    configured,
    settings,
    locale,
    vocabulary,
    t: vocabulary.translate(locale),
    addWords,
    get host() {
      return hostOf(settings, io.env)
    },
    get format() {
      return styleOf(settings, io)
    },
    get asJson() {
      return isStderrJson(settings, io.env)
    },
    get color() {
      return wantsColor(settings, io)
    },
    credentials,
    session,
    account: async () => (await import('./account')).accountInUse(context),
    examples: undefined,
    flagNames: new Set(),
    http,
    anonymousHttp,
    network,
    phoneHttp: memoized(() => makeHttp(undefined, { base: '/mobile' })),
    client: memoized(async () => createClient(await http())),
    defaultClient: memoized(async () => (await import('./default-client')).readDefaultClient(context)),
    dryHttp: async () => tried(await http()),
    dryClient: memoized(async () => createClient(tried(await http()))),
    async findResource(name) {
      if (!isResourceName(name)) return undefined
      const resource = await loadDeclaration(name)
      vocabulary.add(['resources', name], resource.messages)
      return resource
    },
    async note(text) {
      if (!settings.quiet)
        await io.stderr.write(`${context.asJson ? jsonText({ note: text }) : safeForTerminal(text)}\n`)
    },
    close: () => closers.forEach((close) => close()),
  }
  return context
}
