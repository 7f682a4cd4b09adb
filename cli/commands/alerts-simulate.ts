import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { ApiError } from '@tocsin/core/base/errors'
import { retrying } from '@tocsin/core/api/retry'
import { usageError } from '../command-error'
import type { Context } from '../context'
import { ownLayout } from '../layout'
import { retryOptions } from '../network/retries'
import { rowWriter } from '../output'
import { phonesOfPeople, phonesOfProfiles, type SimulatedPhone } from './simulated-phones'

type Flags = Record<string, unknown>
type Raised = { id: number; uuid: string; createdAt: string; generatedAt: string }

/** The fields of a raised alert, and the profile that raised it. */
const KEYS = ['id', 'uuid', 'createdAt', 'generatedAt', 'profile']

/**
 * Raises alerts through the door of phones: `--count` one after the other, each until it is taken, or `--rate` for a time,
 * where an alert that comes too fast is counted and not sent again. The profiles take turns.
 */
export async function runSimulation(context: Context, flags: Flags): Promise<void> {
  const plan = planOf(flags)
  // A field that does not exist is refused before anybody joins.
  const layout = ownLayout(context, KEYS, (path) => path, { shown: ['id'] })
  // The words of what may be refused.
  for (const name of ['maps', 'mobile-users', 'blacklists']) await context.findResource(name)
  const channel = flags['channel'] === undefined ? undefined : wholeNumber(flags, 'channel')
  const phones = await phonesFor(context, flags, channel)
  const body = {
    ...(typeof flags['text'] === 'string' ? { text: flags['text'] } : {}),
    ...(flags['test'] === true ? { test: true } : {}),
    ...(flags['anonymous'] === true ? { anonymous: true } : {}),
  }
  const writer = await rowWriter(layout, context.io.stdout)
  const http = await context.phoneHttp()
  const raise = async ({ profile, token, channel: ChannelId }: SimulatedPhone, uuid: string) => {
    const call = { method: 'POST', path: 'alerts', token: 'none', phoneToken: token } as const
    const { data } = await http<Raised>({ ...call, body: { ...body, uuid, ChannelId } })
    await writer.page([{ ...data, profile }])
  }
  const refused = await (plan.every === undefined ? oneByOne : atRate)(context, plan, (index, uuid) =>
    raise(phones[index % phones.length]!, uuid),
  )
  await writer.end()
  if (refused > 0) await context.note(context.t('cli.alerts.refused', { count: refused }))
}

type Plan = { count: number; every?: number }
/** Raises one alert. Its uuid is the same for every try, so that it is one alert. */
type Raise = (index: number, uuid: string) => Promise<void>

/** The number of repeats of each alert, which may come too fast for the server. */
const RETRIES = 7

/** Raises the alerts one after the other. One that comes too fast, or whose answer is lost, is sent again. */
async function oneByOne(context: Context, { count }: Plan, raise: Raise): Promise<number> {
  for (let index = 0; index < count; index++) {
    const uuid = randomUUID()
    await retrying(() => raise(index, uuid), retryOptions(context, RETRIES))
  }
  return 0
}

/** Raises the alerts at their times, whether or not earlier ones are answered. Returns the number of those refused. */
async function atRate({ io }: Context, { count, every = 0 }: Plan, raise: Raise): Promise<number> {
  // Every request that is under way listens to Ctrl-C.
  setMaxListeners(0, io.signal)
  const start = io.now()
  const sent: Promise<void>[] = []
  let refused = 0
  let failure: Error | undefined
  for (let index = 0; index < count && failure === undefined && !io.signal.aborted; index++) {
    const late = start + index * every - io.now()
    if (late > 0) await io.pause(late, io.signal)
    sent.push(
      raise(index, randomUUID()).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 429) refused++
        else failure ??= error as Error
      }),
    )
  }
  await Promise.all(sent)
  if (failure !== undefined) throw failure
  return refused
}

async function phonesFor(context: Context, flags: Flags, channel: number | undefined): Promise<SimulatedPhone[]> {
  const { profile, code } = flags
  if (profile !== undefined && code !== undefined) refuseTogether('--profile', '--code')
  if (typeof profile === 'string') {
    if (flags['people'] !== undefined) refuseTogether('--profile', '--people')
    return phonesOfProfiles(context, profile, channel)
  }
  if (typeof code !== 'string')
    throw usageError(
      'cli.usage.missingFlag',
      { flag: '--profile' },
      { field: '--profile', next: 'tocsin alerts simulate --help' },
    )
  const people = flags['people'] === undefined ? 1 : wholeNumber(flags, 'people')
  return phonesOfPeople(context, { code, people, channel })
}

function planOf(flags: Flags): Plan {
  const { rate, count } = flags
  if (rate === undefined && flags['for'] === undefined)
    return { count: count === undefined ? 1 : wholeNumber(flags, 'count') }
  if (count !== undefined) refuseTogether('--count', '--rate')
  const [, amount, unit] = /^(\d{1,4})\/([sm])$/.exec(String(rate ?? '')) ?? []
  if (!Number(amount)) throw usageError('cli.alerts.wrongRate', {}, { field: '--rate' })
  const [, time, of] = /^(\d{1,4})([sm])$/.exec(String(flags['for'] ?? '')) ?? []
  if (!Number(time)) throw usageError('cli.alerts.wrongTime', {}, { field: '--for' })
  const milliseconds = (letter: string | undefined) => (letter === 'm' ? 60_000 : 1000)
  const every = milliseconds(unit) / Number(amount)
  return { every, count: Math.max(1, Math.floor((Number(time) * milliseconds(of)) / every)) }
}

function wholeNumber(flags: Flags, name: string): number {
  const number = Number(flags[name])
  if (!Number.isInteger(number) || number < 1)
    throw usageError('cli.alerts.wrongCount', { flag: `--${name}` }, { field: `--${name}` })
  return number
}

function refuseTogether(one: string, other: string): never {
  throw usageError('cli.usage.together', { flags: `${one}, ${other}` }, { field: other })
}
