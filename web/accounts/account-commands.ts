import type { Profile } from '@tocsin/core/api/session'
import type { Command } from '../commands/command'
import { backToOneself } from './back-to-oneself'
import { profilesAtom } from '../data/account'
import { go } from '../navigation/go'
import { VERIFICATION_HREF } from '../navigation/verification'
import { store } from '../store'
import {
  addAccount,
  logoutLine,
  nameOfAccount,
  removeAccount,
  signOut,
  switchAccount,
  switchLine,
} from './account-acts'

const plain = (command: Omit<Command, 'group' | 'asks' | 'undo'>): Command => ({
  group: 'console',
  asks: [],
  undo: 'nothing',
  ...command,
})

/** The commands of the account menu. */
export function accountCommands(account: Profile): Command[] {
  const others = store.get(profilesAtom).filter(({ id }) => id !== account.id)
  return [
    plain({
      id: 'go.profile',
      title: (t) => t('accounts.open'),
      keywords: (t) => t('accounts.found.profile'),
      names: (t) => [t('accounts.profile')],
      icon: 'user',
      line: () => 'tocsin profile get',
      run: () => go('/profile'),
    }),
    plain({
      id: 'go.verification',
      title: (t) => t('accounts.openVerification'),
      keywords: (t) => t('accounts.found.verification'),
      icon: 'lock',
      line: 'only-here',
      run: () => go(VERIFICATION_HREF),
    }),
    plain({
      id: 'go.terminal',
      title: (t) => t('accounts.signInTerminal'),
      keywords: (t) => t('accounts.found.terminal'),
      icon: 'terminal',
      line: 'only-here',
      run: () => go('/profile?terminal='),
    }),
    ...others.flatMap((other) => {
      const name = nameOfAccount(other)
      return [
        plain({
          id: `account.switch.${other.id}`,
          title: (t) => t('accounts.switchTo', { name }),
          keywords: (t) => `${t('accounts.found.switch')} ${other.username}`,
          icon: 'users',
          line: () => switchLine(other),
          run: () => switchAccount(other),
        }),
        plain({
          id: `account.remove.${other.id}`,
          title: (t) => t('accounts.remove', { name }),
          keywords: (t) => `${t('accounts.found.remove')} ${other.username}`,
          icon: 'x',
          line: () => logoutLine(other),
          danger: 'ask',
          run: () => removeAccount(other),
        }),
      ]
    }),
    plain({
      id: 'account.add',
      title: (t) => t('accounts.add'),
      keywords: (t) => t('accounts.found.add'),
      icon: 'plus',
      line: () => 'tocsin auth login',
      run: addAccount,
    }),
    ...(account.impersonator
      ? [
          plain({
            id: 'session.back',
            title: (t) => t('accounts.backToOwn'),
            keywords: (t) => t('accounts.found.backToOwn'),
            icon: 'userCheck',
            // In a terminal the impersonated user is one more account, so it is enough to sign that account out.
            line: () => logoutLine(account),
            run: backToOneself,
          }),
        ]
      : []),
    plain({
      id: 'session.end',
      title: (t) => t('accounts.end'),
      keywords: (t) => t('accounts.found.end'),
      icon: 'logOut',
      line: () => logoutLine(account),
      danger: 'ask',
      run: signOut,
    }),
  ]
}
