import { PRODUCT } from '../../base/constants'
import { loginAs, openTo } from '../../vocabulary/permissions'
import { bookkeeping, resource, type Permission } from '../../vocabulary/resource'
import { required } from '../../vocabulary/rules'
import { messages } from './messages'
import { MAP_STATUSES, type MapStatus, type MobileProfile } from './types'

// The permissions of each action. Those that begin with `users:` are other names of those that begin with
// `maps:`.
const approve = ['maps:approve', 'users:approve']
const switchOnOff = ['maps:update', 'maps:approve']
const changeRole = ['maps:approve:role', 'maps:role:approve', 'users:approve:role']

/** The only ways from one status to another (MAP-02), by their action. */
const TRANSITIONS = {
  approve: { from: 'pending', to: 'active' },
  reactivate: { from: 'deactivated', to: 'active' },
  deactivate: { from: 'active', to: 'deactivated' },
} as const satisfies Record<string, { from: MapStatus; to: MapStatus }>
type Transition = keyof typeof TRANSITIONS

/** Returns the action that leads from a status to another; null if there is none. */
export const transitionBetween = (from: MapStatus, to: MapStatus): Transition | null =>
  (Object.keys(TRANSITIONS) as Transition[]).find(
    (name) => TRANSITIONS[name].from === from && TRANSITIONS[name].to === to,
  ) ?? null

const transitionAction = (name: Transition, can: Permission, undo: Transition | 'irreversible') => ({
  can,
  patch: () => ({ status: TRANSITIONS[name].to }),
  blocked: ({ status }: MobileProfile) =>
    status === TRANSITIONS[name].from ? null : { key: `resources.maps.is.${status}` },
  many: true as const,
  undo,
})

export const maps = resource<MobileProfile>()({
  name: 'maps',
  title: 'name',
  // No permission string opens the list. The scope decides which rows a user sees, and a guest sees none.
  can: { view: openTo(PRODUCT, 'client'), update: [...new Set([...approve, ...switchOnOff, ...changeRole])] },
  fields: {
    ...bookkeeping,
    name: { type: 'text', readonly: true },
    ClientId: { type: 'ref', of: 'clients', readonly: true },
    SiteId: { type: 'ref', of: 'sites', readonly: true },
    Site: { type: 'group', readonly: true, fields: { name: { type: 'text' } } },
    status: { type: 'choice', choices: MAP_STATUSES, rules: [required()] },
    role: { type: 'choice', choices: ['manager', 'worker'], rules: [required()] },
    appVersion: { type: 'text', readonly: true },
    profileProps: {
      type: 'group',
      readonly: true,
      fields: { email: { type: 'email' }, phone: { type: 'phone' }, job: { type: 'text' } },
    },
    siteManager: { type: 'boolean', readonly: true },
    MobileUserUuid: { type: 'text', readonly: true },
  },
  columns: ['name', 'SiteId', 'role', 'status', 'appVersion', 'createdAt'],
  filters: {
    status: { type: 'choice', choices: MAP_STATUSES },
    role: { type: 'choice', choices: ['manager', 'worker'] },
    // The people of the app who get the channel with it.
    channel: { type: 'ref', of: 'channels' },
  },
  order: 'createdAt DESC',
  tenant: 'ClientId',
  site: 'SiteId',
  actions: {
    // An approved profile can be deactivated, but never becomes pending again.
    approve: transitionAction('approve', approve, 'irreversible'),
    deactivate: { ...transitionAction('deactivate', switchOnOff, 'reactivate'), danger: 'ask' },
    reactivate: transitionAction('reactivate', switchOnOff, 'deactivate'),
    toggleRole: {
      can: changeRole,
      patch: ({ role }) => ({ role: role === 'manager' ? 'worker' : 'manager' }),
      many: true,
      undo: 'toggleRole',
    },
    /** Returns the token with which a phone acts for the profile, for one hour: to try what its person would see. */
    token: {
      can: loginAs('client'),
      blocked: ({ status, MobileUserUuid }) =>
        status !== 'active'
          ? { key: `resources.maps.is.${status}` }
          : MobileUserUuid === null
            ? { key: 'resources.maps.onlyName' }
            : null,
      secret: 'token',
      undo: 'irreversible',
    },
  },
  messages,
})
