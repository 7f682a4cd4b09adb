import { LOCALES, PRODUCT } from '@tocsin/core/base/constants'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Profile } from '@tocsin/core/api/session'
import { navigate } from 'wouter/use-browser-location'
import { accountCommands } from '../accounts/account-commands'
import type { Command } from '../commands/command'
import { toast, toastFailure } from '../notices/toast'
import { redo, remember, undo } from '../notices/undo'
import { chooseClient, clientIdAtom } from '../data/selected-client'
import { chooseSingleKeys, readSingleKeys } from '../keys/use-keys'
import { choose, currentPreferences, HUES, MODES, type Preferences } from '../preferences'
import { mayLeave } from '../navigation/leave'
import { go } from '../navigation/go'
import { listHref, screenAt } from '../navigation/hrefs'
import { openHelp } from '../keys/help'
import { store } from '../store'

type Simple = Pick<Command, 'id' | 'icon' | 'undo' | 'run'> & Partial<Command>

/** Makes a command that only changes the look or the place of this page. */
const simple = (command: Simple): Command => ({
  title: (t) => t(`palette.commands.${command.id.replace('.', '_')}`),
  group: 'console',
  asks: [],
  line: 'only-here',
  ...command,
})

/** Makes a command that sets a preference and remembers the one before, so that `z` takes it back. */
function chosen<Key extends keyof Preferences>(
  key: Key,
  value: Preferences[Key],
  { icon, inverse, title, keywords }: Pick<Command, 'icon' | 'title' | 'keywords'> & { inverse: string },
): Command {
  return simple({
    id: `${key}.${value}`,
    icon,
    title,
    ...(keywords ? { keywords } : {}),
    undo: inverse,
    run: () => {
      const before = currentPreferences()[key]
      if (before === value) return
      choose({ [key]: value })
      const way = (one: Preferences[Key]) => async () => choose({ [key]: one })
      remember({ title, undo: way(before), redo: way(value) })
    },
  })
}

const looks = (): Command[] => [
  ...HUES.map((hue) =>
    chosen('theme', hue, {
      icon: 'palette',
      inverse: `theme.${HUES.find((other) => other !== hue)}`,
      title: (t) => t('palette.choose', { what: t('web.theme'), value: t(`web.themes.${hue}`) }),
    }),
  ),
  ...MODES.map((mode) =>
    chosen('mode', mode, {
      icon: 'contrast',
      inverse: `mode.${mode === 'system' ? 'light' : 'system'}`,
      title: (t) => t('palette.choose', { what: t('web.mode'), value: t(`web.modes.${mode}`) }),
    }),
  ),
  ...LOCALES.map((locale) =>
    chosen('locale', locale, {
      icon: 'languages',
      keywords: (t) => t(`palette.found.locale_${locale}`),
      inverse: `locale.${LOCALES.find((other) => other !== locale)}`,
      title: (t) => t('palette.choose', { what: t('web.language'), value: t(`web.languages.${locale}`) }),
    }),
  ),
]

/** Returns the commands that choose the client to work in, for staff; all others have one client. */
const clientCommands = ({ userType }: Profile): Command[] =>
  userType === PRODUCT
    ? [
        simple({
          id: 'client.switch',
          key: 'client',
          icon: 'building',
          asks: [
            {
              flag: { name: 'client', path: 'client', type: 'ref', required: true, of: 'clients' },
              label: (t) => t('resources.clients.name'),
              field: { type: 'ref', of: 'clients' },
            },
          ],
          undo: 'client.all',
          run: ({ client }) => workIn(Number(client)),
        }),
        simple({ id: 'client.all', icon: 'building', undo: 'client.switch', run: () => workIn(null) }),
      ]
    : []

async function workIn(id: number | null): Promise<void> {
  const before = store.get(clientIdAtom)
  if (before === id || !(await mayLeave())) return
  into(id)
  const way = (one: number | null) => async () => void ((await mayLeave()) && into(one))
  const title = (t: Translate) => t(`palette.commands.client_${id === null ? 'all' : 'switch'}`)
  remember({ title, undo: way(before), redo: way(id) })
}

/** Chooses a client. A page or form of another client's record gives way to its list. */
function into(id: number | null): void {
  chooseClient(id)
  const at = screenAt(location.pathname)
  if (at && at.kind !== 'list' && at.resource.tenant !== undefined) navigate(listHref(at.resource.name))
}

const copyLink = () =>
  navigator.clipboard
    .writeText(location.href)
    .then(() => toast({ tone: 'done', text: (t) => t('palette.linkCopied') }), toastFailure) as Promise<void>

/** Returns the commands of the console itself. */
export const consoleCommands = (account: Profile): Command[] => [
  simple({ id: 'go.home', group: 'go', icon: 'house', key: 'go:home', undo: 'nothing', href: '/', run: () => go('/') }),
  ...clientCommands(account),
  ...looks(),
  simple({
    id: 'keys.help',
    keywords: (t) => t('palette.found.keys_help'),
    icon: 'keyboard',
    key: 'help',
    undo: 'nothing',
    run: openHelp,
  }),
  readSingleKeys()
    ? simple({ id: 'keys.off', icon: 'keyboard', undo: 'nothing', run: () => chooseSingleKeys(false) })
    : simple({ id: 'keys.on', icon: 'keyboard', undo: 'nothing', run: () => chooseSingleKeys(true) }),
  simple({ id: 'history.undo', icon: 'undo', key: 'undo', undo: 'history.redo', run: async () => void (await undo()) }),
  simple({ id: 'history.redo', icon: 'redo', key: 'redo', undo: 'history.undo', run: async () => void (await redo()) }),
  simple({ id: 'link.copy', icon: 'copy', undo: 'nothing', run: copyLink }),
  ...accountCommands(account),
]
