import type { IconName } from '../ui/icon'

/** Maps the declared name of an action to its icon. */
const ICONS: Readonly<Record<string, IconName>> = {
  get: 'arrowUpRight',
  create: 'plus',
  update: 'pencil',
  delete: 'trash',
  restore: 'undo',
  activate: 'power',
  deactivate: 'power',
  lock: 'lock',
  unlock: 'lockOpen',
  publish: 'send',
  unpublish: 'undo',
  approve: 'badgeCheck',
  test: 'smartphone',
  reactivate: 'power',
  toggleRole: 'users',
  'toggle-role': 'users',
  loginAs: 'userCheck',
  setApp: 'appWindow',
  setTag: 'tag',
  addCode: 'ticket',
  assignProviders: 'satelliteDish',
  copy: 'copy',
  link: 'externalLink',
  'login-as': 'userCheck',
}

export const iconOfAction = (name: string): IconName => ICONS[name] ?? 'chevronRight'
