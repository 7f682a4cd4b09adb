import { statSync } from 'node:fs'
import { whoAmI } from '@tocsin/core/api/whoami'
import { tokenGiven } from '../account'
import { configFolder } from '../config-folder'
import type { Context } from '../context'
import { addWordsFor, failureOf } from '../errors'
import { EXIT, type ExitCode } from '../exit-codes'
import { ownLayout } from '../layout'
import type { LocalizedCommand } from '../localized-command'
import { config } from '../messages/config'
import { doctor as words } from '../messages/doctor'
import { proxyFor } from '../network/proxy'
import { rowWriter, type Row } from '../output'

const KEYS = ['check', 'state', 'detail', 'hint'] as const

type State = 'ok' | 'warning' | 'failed'
type Finding = { state: State; detail: string; hint?: string | null }

/** The difference of clocks in ms beyond which tokens expire too early or too late. */
const SKEW = 60_000

/** Adds `tocsin doctor`: checks what commands depend on, from the files of settings to the account. */
export function addDoctor(context: Context, root: LocalizedCommand): void {
  context.addWords('config', config)
  context.addWords('doctor', words)
  root
    .child('doctor', context.t('cli.commands.doctor'), ['tocsin doctor', 'tocsin doctor --json'])
    .handler(() => run(context))
}

/** Runs the checks in order and prints each as a row. A failed one makes the exit code 1. */
async function run(context: Context): Promise<ExitCode> {
  const layout = ownLayout(context, KEYS, (path) => context.t(`cli.doctor.columns.${path}`))
  const findings: Row[] = []
  for (const [check, find] of Object.entries(CHECKS)) {
    const finding = await find(context).catch((error: unknown) => failed(context, error))
    findings.push({ id: check, check, hint: null, ...finding })
  }
  // One page has columns as wide as the longest finding.
  const writer = await rowWriter(layout, context.io.stdout)
  await writer.page(findings)
  await writer.end()
  return findings.some(({ state }) => state === 'failed') ? EXIT.error : EXIT.success
}

async function failed(context: Context, error: unknown): Promise<Finding> {
  await addWordsFor(error, context)
  const failure = await failureOf(error, context)
  if (failure.exitCode >= EXIT.interrupted) throw error
  return { state: 'failed', detail: `${failure.message} (${failure.code})`, hint: failure.hint ?? failure.next }
}

const readiness = async (context: Context) =>
  (await context.network()).send({ method: 'GET', url: `${context.host}/readyz`, headers: {} })

const CHECKS: Record<string, (context: Context) => Promise<Finding>> = {
  program: async () => ({ state: 'ok', detail: `tocsin ${__TOCSIN_VERSION__}` }),
  settings: async ({ configured: { files, problem, foreign }, t }) => {
    if (problem) throw problem
    if (foreign !== null) return { state: 'warning', detail: t('cli.config.foreign', { path: foreign }) }
    const paths = files.map(({ path }) => path).join(', ')
    return { state: 'ok', detail: paths || t('cli.doctor.noFiles') }
  },
  credentials: async (context) => {
    const { path } = await context.credentials()
    const folder = configFolder(context.io)
    const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0
    return context.io.user !== null && (mode & 0o022) !== 0
      ? { state: 'warning', detail: context.t('cli.doctor.openFolder', { folder }), hint: `chmod 700 ${folder}` }
      : { state: 'ok', detail: path }
  },
  server: async (context) => {
    const { host, io, t } = context
    const { status } = await readiness(context)
    if (status !== 200) return { state: 'failed', detail: t('cli.doctor.notReady', { host, status }) }
    const proxy = proxyFor(new URL(host), io.env)
    const detail = proxy
      ? t('cli.doctor.answersThrough', { host, proxy: proxy.url })
      : t('cli.doctor.answers', { host })
    return { state: 'ok', detail }
  },
  clock: async (context) => {
    const { io, t } = context
    const theirs = Date.parse((await readiness(context)).header('date') ?? '')
    const ahead = io.now() - theirs
    if (!(Math.abs(ahead) > SKEW)) return { state: 'ok', detail: t('cli.doctor.inTime') }
    return { state: 'warning', detail: t(`cli.doctor.${ahead > 0 ? 'ahead' : 'behind'}`) }
  },
  account: async (context) => {
    const { profile } = await whoAmI(await context.http())
    const source = tokenGiven(context) === undefined ? '' : ' (TOCSIN_TOKEN)'
    return { state: 'ok', detail: `${profile.username}, ${profile.userType}, ${profile.role}${source}` }
  },
  client: async (context) => {
    const client = await context.defaultClient()
    return {
      state: 'ok',
      detail: client ? `${client.name ?? client.id} (${client.source})` : context.t('cli.doctor.noClient'),
    }
  },
}
