import { PRODUCT } from '@tocsin/core/base/constants'
import { useAtomValue } from 'jotai/react'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { css } from 'styled-system/css'
import { questionAtom } from '../notices/confirm'
import { tellArrival } from '../notices/arrival'
import { outcomeAtom, progressAtom } from '../notices/progress'
import { toldOnceAtom } from '../notices/told-once'
import { redo, undo } from '../notices/undo'
import { creationAt } from '../commands/creation'
import { useAccount } from '../data/account'
import { useSelectedClient } from '../data/selected-client'
import { clientAtHandAtom, useIsShownOf } from '../data/shown-owner'
import { GO_LETTERS, type KeyIdIn } from '../keys/map'
import type { Handlers } from '../keys/keyboard'
import { useKeys } from '../keys/use-keys'
import { WhichKey } from './which-key'
import { addFocusHome } from '../ui/focus'
import { createHref, listHref } from '../navigation/hrefs'
import { nounInUse, useHandlers } from '../data/handlers-v2'
import { placesOf } from '../navigation/places'
import { PaletteHost } from '../palette/palette-host'
import { openPalette, togglePalette } from '../commands/open-palette'
import { findResource } from '../data/nouns'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { store } from '../store'
import { SheetDialogs } from '../sheets/sheet-dialogs'
import { useT } from '../words'
import { useAccountNotices } from './use-account-notices'
import { useWelcome } from './use-welcome'
import { LockedBanner } from '../pages/banners'
import { helpAtom, openHelp } from '../keys/help'
import { useShellCommands } from './shell-commands'
import { ImpersonationBanner } from './impersonation-banner'
import { Sidebar } from './sidebar'
import { Toasts } from './toasts'
import { TopBar } from './top-bar'

const Welcome = lazy(() => import('./welcome'))
const Help = lazy(() => import('./help-dialog'))
const Question = lazy(() => import('./question'))
const ToldOnce = lazy(() => import('./told-once'))
const Bulk = lazy(() => import('./bulk'))
const MenuDrawer = lazy(() => import('./menu-drawer'))

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
  useShellCommands()
  const welcome = useWelcome()
  useAccountNotices()
  const content = useRef<HTMLElement>(null)
  // The content takes the focus while a screen loads and nothing else can take it.
  useEffect(() => addFocusHome(() => content.current), [])
  return (
    <div className={frame} data-account={account.id}>
      <a className={skip} href="#content">
        {t('web.skip')}
      </a>
      <TopBar onMenu={() => setMenu(true)} />
      <ImpersonationBanner account={account} />
      <div className={below}>
        <div className={wideOnly}>
          <Sidebar />
        </div>
        <main className={main} id="content" tabIndex={-1} ref={content}>
          {client && isShown && <LockedBanner client={client} />}
          {children}
        </main>
      </div>
      <Toasts />
      {/* It stands above the notices, since it is asked for and they are not. */}
      <WhichKey t={t} />
      <PaletteHost />
      <SheetDialogs />
      <Suspense>
        {menu && <MenuDrawer onClose={() => setMenu(false)} />}
        {help && <Help />}
        {question && <Question />}
        {toldOnce && <ToldOnce />}
        {welcome && <Welcome />}
        {(hasProgress || hasOutcome) && <Bulk />}
      </Suspense>
    </div>
  )
}

/** Answers an open question with no on a change of screen or of client: it is about the screen below. */
function useQuestionHere(): void {
  const [path] = useLocation()
  const { id: clientId } = useSelectedClient()
  // oxlint-disable-next-line react/exhaustive-deps -- it is their change that counts
  useEffect(() => () => store.get(questionAtom)?.answer(false), [path, clientId])
}

/** The keys that work anywhere. */
function useShellKeys(): void {
  const account = useAccount()
  const clientId = useAtomValue(clientAtHandAtom)
  const [, navigate] = useLocation()
  useHandlers()
  const places = new Set(placesOf(account))
  const handlers: Handlers = {
    palette: () => togglePalette(),
    help: () => openHelp(),
    undo: () => void undo(),
    redo: () => void redo(),
    'go:home': () => navigate('/'),
  }
  if (account.userType === PRODUCT) handlers.client = () => openPalette({ command: 'client.switch' })
  for (const place of Object.keys(GO_LETTERS) as (keyof typeof GO_LETTERS)[]) {
    const noun = nounInUse(place)
    if (place === 'home' || !places.has(noun)) continue
    handlers[`go:${place}`] = () => navigate(listHref(noun))
    const resource = findResource(noun)
    if (resource?.can.create && mayDo(account, resource, 'create'))
      handlers[`new:${place}`] = () =>
        creationAt(
          resource,
          account,
          createHref(noun, resource.tenant && clientId !== null ? { [resource.tenant]: clientId } : {}),
          navigate,
        ).run()
  }
  useKeys('anywhere', handlers as Partial<Record<KeyIdIn<'anywhere'>, () => void>>)
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
  // The notices lie in this space, except on a page too low for both.
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
