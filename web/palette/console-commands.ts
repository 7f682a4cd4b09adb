import { LOCALES } from '@tocsin/core/base/constants'
import type { Profile } from '@tocsin/core/api/session'
import { accountCommands } from '../accounts/account-commands'
import type { Command } from '../commands/command'
import { clientCommands, goHome, redoLast, showHelp, simple, undoLast } from '../commands/console'
import { foldedAtom } from '../navigation/sidebar-room'
import { toast, toastFailure } from '../notices/toast'
import { remember } from '../notices/undo'
import { chooseSingleKeys, readSingleKeys } from '../keys/use-keys'
import { choose, currentPreferences, THEMES, MODES, type Preferences } from '../preferences'
import { store } from '../store'

/** Makes a command that sets a preference and remembers the previous value, so that `z` restores it. */
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
  ...THEMES.map((theme) =>
    chosen('theme', theme, {
      icon: 'palette',
      inverse: `theme.${THEMES.find((other) => other !== theme)}`,
      title: (t) => t('palette.choose', { what: t('web.theme'), value: t(`web.themes.${theme}`) }),
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

/** Makes a command that folds the sidebar to its icons or unfolds it, whatever the window and the screen would decide. */
function folding(isFolded: boolean): Command {
  const title = `sidebar_${isFolded ? 'fold' : 'unfold'}`
  return simple({
    id: `sidebar.${isFolded ? 'fold' : 'unfold'}`,
    icon: isFolded ? 'chevronLeft' : 'chevronRight',
    undo: `sidebar.${isFolded ? 'unfold' : 'fold'}`,
    run: () => {
      const before = store.get(foldedAtom)
      if (before === isFolded) return
      store.set(foldedAtom, isFolded)
      const way = (one: boolean | null) => async () => store.set(foldedAtom, one)
      remember({ title: (t) => t(`acts.commands.${title}`), undo: way(before), redo: way(isFolded) })
    },
  })
}

const copyLink = () =>
  navigator.clipboard
    .writeText(location.href)
    .then(() => toast({ tone: 'done', text: (t) => t('palette.linkCopied') }), toastFailure) as Promise<void>

/** Returns the commands of the console itself. */
export const consoleCommands = (account: Profile): Command[] => [
  goHome,
  ...clientCommands(account),
  ...looks(),
  folding(true),
  folding(false),
  showHelp,
  readSingleKeys()
    ? simple({ id: 'keys.off', icon: 'keyboard', undo: 'nothing', run: () => chooseSingleKeys(false) })
    : simple({ id: 'keys.on', icon: 'keyboard', undo: 'nothing', run: () => chooseSingleKeys(true) }),
  undoLast,
  redoLast,
  simple({ id: 'link.copy', icon: 'copy', undo: 'nothing', run: copyLink }),
  ...accountCommands(account),
]
