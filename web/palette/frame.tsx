import type { ReactNode, RefObject } from 'react'
import { createPortal } from 'react-dom'
import { css } from 'styled-system/css'
import { closePalette } from '../commands/open-palette'
import { srOnly } from '../ui/sr-only'

type Props = {
  dialog: RefObject<HTMLDialogElement | null>
  title: string
  /** The text announced to screen readers. */
  said: string
  children: ReactNode
}

/** The palette's dialog, above everything. */
export const Frame = ({ dialog, title, said, children }: Props) =>
  createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a press outside closes the dialog, as Escape does
    <dialog
      ref={dialog}
      className={frame}
      aria-label={title}
      data-overlay=""
      onCancel={(event) => event.preventDefault()}
      onClose={closePalette}
      onMouseDown={(event) => {
        // A press inside keeps the focus in the field; a press outside closes the palette.
        if (event.target === dialog.current) closePalette()
        else if (!(event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement))
          event.preventDefault()
      }}
    >
      {children}
      <output className={srOnly}>{said}</output>
    </dialog>,
    document.body,
  )

const frame = css({
  position: 'fixed',
  insetInline: '0',
  top: { base: '[96px]', _narrow: '0' },
  bottom: { base: '[auto]', _narrow: '0' },
  width: { base: 'palette', _narrow: 'full' },
  maxWidth: { base: '[calc(100vw - 32px)]', _narrow: '[100vw]' },
  height: { base: '[min(560px, calc(100dvh - 112px))]', _narrow: 'full' },
  maxHeight: '[100dvh]',
  marginInline: 'auto',
  marginBlock: '0',
  padding: '0',
  border: { base: '1px solid token(colors.border.default)', _narrow: 'none' },
  borderRadius: { base: 'lg', _narrow: '[0]' },
  background: 'bg.popover',
  color: 'fg.default',
  boxShadow: 'modal',
  overflow: 'hidden',
  // A change inside redraws the palette alone and causes no layout outside.
  contain: 'strict',
  '&[open]': { display: 'flex', flexDirection: 'column' },
  '&::backdrop': { background: 'scrim' },
})
