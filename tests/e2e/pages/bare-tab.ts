import { currentAccount, resumeAccount } from '../../../web/data/account'
import { http } from '../../../web/data/api'

/** What a tab of the console has beside its screens: the account it resumes, and its way to the server. */
export type BareTab = {
  resume: () => Promise<number | null>
  /** Asks so many things at once; says how many were answered, and what became of the others. */
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
