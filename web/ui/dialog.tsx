import { Dialog as ArkDialog } from '@ark-ui/react/dialog'
import { Portal } from '@ark-ui/react/portal'
import { useContext, useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { css, cva } from 'styled-system/css'
import { addFocusHome, restoreFocus } from './focus'
import { KeyDepth, useKeys } from '../keys/use-keys'
import { Button } from './button'

type Props = {
  title: string
  open: boolean
  onClose: () => void
  /**
   * `normal` for questions, `form` for a record, `wide` for a table, the drawers at the right edge; `editor` fills the page;
   * `sheet` lies at the foot of a narrow screen, above its keyboard (`useKeyboardRoom`).
   */
  size?: 'normal' | 'form' | 'wide' | 'drawer' | 'wideDrawer' | 'editor' | 'sheet'
  /** If false, neither Esc nor a click outside closes the dialog. */
  closable?: boolean
  /** If false, a click outside does not close the dialog, so that its input stays. */
  outside?: boolean
  /** Returns the element that takes the focus; by default the first focusable one. */
  initialFocus?: () => HTMLElement | null
  /** True for a question that must be answered. */
  alert?: boolean
  /** The name of the close button beside the title, for a dialog without another way to close it. */
  closeLabel?: string
  /** The text below the title. */
  description?: ReactNode
  children: ReactNode
}

/** A dialog: takes the focus, keeps it, and gives it back to the element that opened it. */
export function Dialog({
  title,
  open,
  onClose,
  size = 'normal',
  closable = true,
  outside = true,
  initialFocus,
  alert = false,
  closeLabel,
  description,
  children,
}: Props) {
  const content = useRef<HTMLDivElement>(null)
  /** Ark calls this a frame after the dialog is shown. A focus that Tab has moved by then stays. */
  const focusInside = () => {
    const focused = document.activeElement
    const isInside = focused !== content.current && content.current?.contains(focused)
    return isInside ? (focused as HTMLElement) : (initialFocus?.() ?? null)
  }
  const depth = useContext(KeyDepth)
  return (
    <ArkDialog.Root
      open={open}
      onOpenChange={({ open: stays }) => {
        if (!stays) onClose()
      }}
      closeOnEscape={closable}
      closeOnInteractOutside={closable && outside && !alert}
      // Ark would restore the focus a moment later. A dialog opened by then would take this for leaving it, and close.
      restoreFocus={false}
      role={alert ? 'alertdialog' : 'dialog'}
      initialFocusEl={focusInside}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <ArkDialog.Backdrop className={scrim} />
        <ArkDialog.Positioner className={place({ size })}>
          <ArkDialog.Content className={frame({ size })} data-overlay="" ref={content}>
            <div className={top}>
              <ArkDialog.Title asChild>
                <h2 className={heading} dir="auto">
                  {title}
                </h2>
              </ArkDialog.Title>
              {closeLabel !== undefined && (
                <Button look="quiet" icon="x" iconOnly onClick={onClose}>
                  {closeLabel}
                </Button>
              )}
            </div>
            {description && <ArkDialog.Description className={said}>{description}</ArkDialog.Description>}
            <CoverKeys />
            <KeepFocus within={content} />
            <GiveBack />
            <KeyDepth value={depth + 1}>{children}</KeyDepth>
          </ArkDialog.Content>
          <TakeFocus within={content} first={initialFocus} />
        </ArkDialog.Positioner>
      </Portal>
    </ArkDialog.Root>
  )
}

/**
 * Takes the focus before the dialog is painted, so that a key pressed at once acts on the dialog and not on the page
 * below. It is mounted after the content, whose ref React attaches after the effects of its children.
 */
function TakeFocus({
  within,
  first,
}: {
  within: RefObject<HTMLElement | null>
  first: (() => HTMLElement | null) | undefined
}) {
  const target = useRef(first)
  useLayoutEffect(() => {
    const element = target.current?.() ?? within.current
    element?.focus({ preventScroll: true })
  }, [within])
  return null
}

/** Disables the keys of the layers below the dialog while it is open. */
function CoverKeys() {
  useKeys('overlay', {}, { modal: true })
  return null
}

/** Gives the focus to the dialog, not to the page below, if the focused element disappears while the dialog stays. */
function KeepFocus({ within }: { within: RefObject<HTMLElement | null> }) {
  useEffect(() => addFocusHome(() => within.current, true), [within])
  return null
}

/** Gives the focus back to the element that had it before the dialog opened. */
function GiveBack() {
  const opener = useRef(document.activeElement)
  useEffect(() => {
    const before = opener.current
    return () => {
      const focused = document.activeElement
      if (focused && focused !== document.body) return
      // `#content` has the focus only until its screen is shown, which then gets it.
      if (before instanceof HTMLElement && before.isConnected && before.id !== 'content')
        before.focus({ preventScroll: true })
      else restoreFocus()
    }
  }, [])
  return null
}

/** The row of buttons at the foot of a dialog, Cancel first. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={buttons}>{children}</div>
}

const scrim = css({ position: 'fixed', inset: '0', zIndex: 'modal', background: 'scrim' })
const place = cva({
  base: { position: 'fixed', inset: '0', zIndex: 'modal', display: 'flex', overflow: 'auto' },
  variants: {
    size: {
      normal: { alignItems: 'flex-start', justifyContent: 'center', paddingBlock: '16', paddingInline: '4' },
      form: { alignItems: 'flex-start', justifyContent: 'center', paddingBlock: '12', paddingInline: '4' },
      wide: { alignItems: 'flex-start', justifyContent: 'center', paddingBlock: '12', paddingInline: '4' },
      drawer: { alignItems: 'stretch', justifyContent: 'flex-end' },
      wideDrawer: { alignItems: 'stretch', justifyContent: 'flex-end' },
      sheet: { alignItems: 'flex-end', bottom: '[var(--keyboard, 0px)]' },
      editor: {
        alignItems: 'stretch',
        justifyContent: 'center',
        padding: { base: '6', _narrow: '0' },
        '@media (min-width: 1200px)': { '&:has([data-beside])': { paddingInlineEnd: '[392px]' } },
      },
    },
  },
})
const frame = cva({
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4',
    width: 'full',
    padding: { base: '6', _narrow: '4' },
    background: 'bg.popover',
    boxShadow: 'modal',
    outline: '[0]',
  },
  variants: {
    size: {
      normal: { maxWidth: 'verificationDialog', borderRadius: 'lg', border: '1px solid token(colors.border.default)' },
      form: { maxWidth: 'form', borderRadius: 'lg', border: '1px solid token(colors.border.default)' },
      wide: { maxWidth: 'page', borderRadius: 'lg', border: '1px solid token(colors.border.default)' },
      editor: {
        maxWidth: 'pageWide',
        overflow: 'hidden',
        borderRadius: { base: 'lg', _narrow: '[0]' },
        border: '1px solid token(colors.border.default)',
      },
      drawer: {
        maxWidth: 'drawer',
        overflow: 'auto',
        borderInlineStart: '1px solid token(colors.border.default)',
      },
      wideDrawer: {
        maxWidth: 'page',
        overflow: 'auto',
        borderInlineStart: '1px solid token(colors.border.default)',
      },
      sheet: {
        maxHeight: 'full',
        overflow: 'auto',
        paddingBottom: '[max(16px, env(safe-area-inset-bottom))]',
        borderTop: '1px solid token(colors.border.default)',
        borderStartStartRadius: 'lg',
        borderStartEndRadius: 'lg',
      },
    },
  },
})
const top = css({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '2', minWidth: '0' })
const heading = css({ textStyle: 'title', overflowWrap: 'anywhere' })
const said = css({ color: 'fg.muted', overflowWrap: 'anywhere' })
const buttons = css({ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: '2' })
