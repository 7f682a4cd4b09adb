import type { Profile } from '@tocsin/core/api/session'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { navigate } from 'wouter/use-browser-location'
import { chooseClient, choosesClient, clientIdAtom } from '../data/selected-client'
import { openHelp } from '../keys/help'
import { go } from '../navigation/go'
import { listHref, screenAt } from '../navigation/hrefs'
import { mayLeave } from '../navigation/leave'
import { redo, remember, undo } from '../notices/undo'
import { store } from '../store'
import type { Command } from './command'

type Simple = Pick<Command, 'id' | 'icon' | 'undo' | 'run'> & Partial<Command>

/** Makes a command of the console itself: by default it asks for nothing and has no terminal line. */
export const simple = (command: Simple): Command => ({
  title: (t) => t(`acts.commands.${command.id.replace('.', '_')}`),
  group: 'console',
  asks: [],
  line: 'only-here',
  ...command,
})

export const goHome = simple({
  id: 'go.home',
  group: 'go',
  icon: 'house',
  key: 'go:home',
  undo: 'nothing',
  href: '/',
  run: () => go('/'),
})

export const showHelp = simple({
  id: 'keys.help',
  keywords: (t) => t('acts.commands.keys_help_words'),
  icon: 'keyboard',
  key: 'help',
  undo: 'nothing',
  run: openHelp,
})

export const undoLast = simple({
  id: 'history.undo',
  icon: 'undo',
  key: 'undo',
  undo: 'history.redo',
  run: async () => void (await undo()),
})

export const redoLast = simple({
  id: 'history.redo',
  icon: 'redo',
  key: 'redo',
  undo: 'history.undo',
  run: async () => void (await redo()),
})

/** Returns the commands that choose the client to work in. */
export const clientCommands = (account: Profile): Command[] =>
  choosesClient(account)
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
  const title = (t: Translate) => t(`acts.commands.client_${id === null ? 'all' : 'switch'}`)
  remember({ title, undo: way(before), redo: way(id) })
}

/** Chooses a client. A page or form of a client's record is replaced by the list of its resource. */
function into(id: number | null): void {
  chooseClient(id)
  const at = screenAt(location.pathname)
  if (at && at.kind !== 'list' && at.resource.tenant !== undefined) navigate(listHref(at.resource.name))
}
