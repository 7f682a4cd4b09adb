import { currentAccount, resumeAccount } from '../../../web/data/account'
import { http } from '../../../web/data/api'

/** The parts of a tab of the console without its screens: the account it resumes, and its way to the server. */
export type BareTab = {
  resume: () => Promise<number | null>
  /** Sends so many requests at once; returns how many were answered, and the failures of the others. */
  ask: (count: number) => Promise<{ answered: number; failed: string[] }>
  account: () => number | null
}

const tab: BareTab = {
  resume: async () => (await resumeAccount())?.id ?? null,
  ask: async (count) => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: count }, (_, at) => http({ method: 'GET', path: 'sites', query: { limit: 1, offset: at } })),
    )
    const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []))
    return { answered: count - failed.length, failed }
  },
  account: () => currentAccount()?.id ?? null,
}

Object.assign(globalThis, { tab })
