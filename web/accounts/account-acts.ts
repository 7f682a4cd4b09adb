import { quoteWord } from '@tocsin/core/command-line/line'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Profile } from '@tocsin/core/api/session'
import { ask } from '../notices/confirm'
import { toast, toastFailure } from '../notices/toast'
import { currentAccount } from '../data/account'
import { leave, switchTo } from '../data/accounts'
import { noticeAtom } from '../data/sign-in'
import { mayLeave } from '../navigation/leave'
import { go } from '../navigation/go'
import { store } from '../store'
import './words'

/** Returns the name of an account, or its username if it has none. */
export const nameOfAccount = ({ name, username }: Pick<Profile, 'name' | 'username'>): string => name || username

const sure = ({ name }: { name: string }) =>
  ask({
    title: (t) => t('accounts.asking.signOut.title', { name }),
    detail: (t) => t('accounts.asking.signOut.detail'),
    verb: (t) => t('accounts.asking.signOut.verb'),
    danger: false,
  })

const unconfirmed = (t: Translate): string => t('accounts.unconfirmed')

/** Signs the account of this tab out, after a confirmation. */
export async function signOut(): Promise<void> {
  const account = currentAccount()
  if (!account || !(await sure({ name: nameOfAccount(account) })) || !(await mayLeave())) return
  if ((await leave(account)) === 'unconfirmed') store.set(noticeAtom, { tone: 'warning', text: unconfirmed })
}

/** Signs another stored account out, on the server as well (ACCOUNT-07). */
export async function removeAccount(account: Profile): Promise<void> {
  const name = nameOfAccount(account)
  if (!(await sure({ name }))) return
  const ended = await leave(account)
  toast({
    tone: 'done',
    text: (t) => t('accounts.signedOut', { name }),
    ...(ended === 'ended' ? {} : { detail: unconfirmed }),
    line: logoutLine(account),
  })
}

/** Opens the sign-in, after a confirmation, to add another account to those stored here (ACCOUNT-08, A-031). */
export async function addAccount(): Promise<void> {
  const account = currentAccount()
  if (!account) return
  const isMeant = await ask({
    title: (t) => t('accounts.asking.add.title'),
    detail: (t) => t('accounts.asking.add.detail', { name: nameOfAccount(account) }),
    verb: (t) => t('accounts.asking.add.verb'),
    danger: false,
  })
  if (isMeant) go('/login')
}

/** Switches to another stored account. On a failure this tab stays as it is, and a notice offers the sign-in. */
export async function switchAccount(account: Profile): Promise<void> {
  if (!(await mayLeave())) return
  try {
    await switchTo(account.id)
  } catch (error) {
    toastFailure(error, (t) => t('accounts.notSwitched', { name: nameOfAccount(account) }), {
      action: { label: (t) => t('accounts.signIn'), run: () => go('/login') },
      subject: switchLine(account),
    })
  }
}

/** The terminal lines with the same effect. */
export const switchLine = ({ username }: Profile): string => `tocsin auth switch ${quoteWord(username)}`
export const logoutLine = ({ username }: Profile): string => `tocsin --account ${quoteWord(username)} auth logout`
