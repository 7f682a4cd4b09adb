import { useAtomValue } from 'jotai/react'
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { css } from 'styled-system/css'
import { questionAtom } from '../notices/confirm'
import { tellArrival } from '../notices/arrival'
import { outcomeAtom, progressAtom } from '../notices/progress'
import { toastsAtom } from '../notices/toast'
import { toldOnceAtom } from '../notices/told-once'
import { clientCommands, goHome, redoLast, showHelp, undoLast } from '../commands/console'
import { placeCommands } from '../commands/places'
import { keysOf, useCommandKeys } from '../commands/use-commands'
import { useAccount } from '../data/account'
import { useSelectedClient } from '../data/selected-client'
import { later } from '../rest'
import { useIsShownOf } from '../data/shown-client'
import { useKeys, usePrefix } from '../keys/use-keys'
import { Optional } from '../pages/broken'
import { addFocusHome } from '../ui/focus'
import { useHandlers } from '../data/handlers-v2'
import { PaletteHost } from '../palette/palette-host'
import { togglePalette } from '../commands/open-palette'
import { store } from '../store'
import { sheetAtom } from '../sheets/show-sheet'
import { useT } from '../words'
import { useShellCommands } from './shell-commands'
import { useFirstAnswers } from './use-first-answers'
import { useWelcome } from './use-welcome'
import { helpAtom } from '../keys/help'
import { Sidebar } from './sidebar'
import { TopBar } from './top-bar'

const Welcome = later(() => import('./welcome'))
const Help = later(() => import('./help-dialog'))
const Question = later(() => import('./question'))
const ToldOnce = later(() => import('./told-once'))
const Bulk = later(() => import('./bulk'))
const Beside = later(() => import('./beside'))
const LockedBanner = later(async () => ({ default: (await import('../pages/banners')).LockedBanner }))
const ImpersonationBanner = later(() => import('./impersonation-banner'))
const MenuDrawer = later(() => import('./menu-drawer'))

/** The frame around the screens of a signed-in account. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useT()
  const account = useAccount()
  const { client } = useSelectedClient()
  const isShown = useIsShownOf(client?.id)
  const [menu, setMenu] = useState(false)
  const help = useAtomValue(helpAtom)
  const question = useAtomValue(questionAtom)
  const toldOnce = useAtomValue(toldOnceAtom)
  useQuestionHere()
  const hasProgress = useAtomValue(progressAtom) !== null
  const hasOutcome = useAtomValue(outcomeAtom) !== null
  useEffect(tellArrival, [])
  useShellKeys()
  const welcome = useWelcome()
  useShellCommands()
  const isBesideShown = useIsBesideShown()
  const content = useRef<HTMLElement>(null)
  // The content takes the focus while a screen loads and nothing else can take it.
  useEffect(() => addFocusHome(() => content.current), [])
  return (
    <div className={frame} data-account={account.id}>
      <a className={skip} href="#content">
        {t('web.skip')}
      </a>
      <TopBar onMenu={() => setMenu(true)} />
      <Aside>{account.impersonator && <ImpersonationBanner account={account} />}</Aside>
      <div className={below}>
        <div className={wideOnly}>
          <Sidebar />
        </div>
        <main className={main} id="content" tabIndex={-1} ref={content}>
          <Aside>{client?.locked && isShown && <LockedBanner client={client} />}</Aside>
          {children}
        </main>
      </div>
      <Aside>{isBesideShown && <Beside />}</Aside>
      <PaletteHost />
      <Aside>
        {menu && <MenuDrawer onClose={() => setMenu(false)} />}
        {help && <Help />}
        {question && <Question />}
        {toldOnce && <ToldOnce />}
        {welcome && <Welcome />}
        {(hasProgress || hasOutcome) && <Bulk />}
      </Aside>
    </div>
  )
}

/** Parts that arrive later than the screen, and without which it goes on. */
const Aside = ({ children }: { children: ReactNode }) => (
  <Optional>
    <Suspense>{children}</Suspense>
  </Optional>
)

/** Returns whether the parts beside the page are shown: after the first answers, or when one of them is needed. */
function useIsBesideShown(): boolean {
  const isAnswered = useFirstAnswers()
  const hasToasts = useAtomValue(toastsAtom).length > 0
  const hasSheet = useAtomValue(sheetAtom) !== null
  const hasPrefix = usePrefix() !== null
  return isAnswered || hasToasts || hasSheet || hasPrefix
}

/** Answers an open question with no when the screen or the client changes, since it is about the screen below. */
function useQuestionHere(): void {
  const [path] = useLocation()
  const { id: clientId } = useSelectedClient()
  // oxlint-disable-next-line react/exhaustive-deps -- the effect is for their change
  useEffect(() => () => store.get(questionAtom)?.answer(false), [path, clientId])
}

/** Runs the commands that work anywhere by their keys. The palette lists the same commands. */
function useShellKeys(): void {
  const account = useAccount()
  useHandlers()
  const commands = () => [showHelp, undoLast, redoLast, goHome, ...clientCommands(account), ...placeCommands(account)]
  useCommandKeys({ scope: 'anywhere', keys: keysOf(commands()), now: commands })
  useKeys('anywhere', { palette: togglePalette })
}

const frame = css({
  display: 'flex',
  flexDirection: 'column',
  height: '[100dvh]',
  background: 'bg.canvas',
})
const below = css({ display: 'flex', flex: '1', minHeight: '0' })
const wideOnly = css({ display: { base: 'flex', _narrow: 'none' } })
const main = css({
  display: 'flex',
  flexDirection: 'column',
  flex: '1',
  minWidth: '0',
  minHeight: '0',
  background: 'bg.surface',
  outline: '[0]',
  // The notices are in this space, except on a page too low for both.
  '@media (min-height: 480.02px)': { paddingBottom: '[var(--notices, 0px)]' },
})
const skip = css({
  position: 'absolute',
  insetInlineStart: '4',
  top: '2',
  transform: 'translateY(-200%)',
  zIndex: 'toast',
  padding: '2',
  borderRadius: 'sm',
  background: 'bg.inverse',
  color: 'fg.inverse',
  _focusVisible: { transform: 'none' },
})
