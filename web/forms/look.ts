import { css, cva } from 'styled-system/css'

/** The form. `page` has the sizes of a phone for every reader; `live` has those of the console, which are a phone's only there. */
export const formLook = cva({
  base: {
    display: 'flex',
    flexDirection: 'column',
    minWidth: '0',
    margin: '0',
    padding: '0',
    border: 'none',
    overflowWrap: 'anywhere',
  },
  variants: {
    look: {
      page: {
        '--form-control': '48px',
        '--form-cell': '56px',
        '--form-text': '1rem',
        '--form-line': '1.5rem',
        '--form-small': '0.875rem',
        '--form-mark': '22px',
        '--form-dot': '8px',
        '--form-icon': '24px',
        '--form-radius': '10px',
        gap: '6',
      },
      live: {
        '--form-control': { base: '32px', _narrow: '44px' },
        '--form-cell': { base: '44px', _narrow: '56px' },
        '--form-text': { base: '0.8125rem', _narrow: '1rem' },
        '--form-line': { base: '1.25rem', _narrow: '1.5rem' },
        '--form-small': '0.75rem',
        '--form-mark': { base: '16px', _narrow: '22px' },
        '--form-dot': { base: '6px', _narrow: '8px' },
        '--form-icon': { base: '16px', _narrow: '24px' },
        '--form-radius': '8px',
        gap: '4',
      },
    },
  },
})

/** A question with its control. A marked one has a bar at its side. */
export const question = css({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  gap: '2',
  minWidth: '0',
  '&[data-marked]::before': {
    content: '""',
    position: 'absolute',
    insetBlock: '0',
    insetInlineStart: '[-12px]',
    width: '[2px]',
    background: 'accent.solid',
    _forced: { background: '[Highlight]' },
  },
})
/** A group of controls with one question. */
export const group = css({ display: 'grid', gap: '2', minWidth: '0', margin: '0', padding: '0', border: 'none' })
export const heading = css({
  display: 'block',
  width: 'full',
  padding: '0',
  fontSize: '[var(--form-text)]',
  lineHeight: '[var(--form-line)]',
  fontWeight: 'medium',
})
export const legend = css({ marginBottom: '2' })
export const aside = css({ color: 'fg.muted', fontWeight: 'regular', fontSize: '[var(--form-small)]' })
export const star = css({ color: 'fg.muted' })
export const hint = css({ color: 'fg.muted', fontSize: '[var(--form-small)]', lineHeight: 'md' })
export const trouble = css({
  color: 'danger.fg',
  fontSize: '[var(--form-small)]',
  lineHeight: 'md',
  fontWeight: 'medium',
})

/** A text control, a select or a long text. */
export const control = css({
  display: 'block',
  width: 'full',
  minWidth: '0',
  minHeight: '[var(--form-control)]',
  paddingInline: '3',
  paddingBlock: '1',
  border: '1px solid token(colors.border.control)',
  borderRadius: '[var(--form-radius)]',
  background: 'bg.surface',
  color: 'fg.default',
  fontSize: '[var(--form-text)]',
  lineHeight: '[var(--form-line)]',
  appearance: 'none',
  _placeholder: { color: 'fg.subtle' },
  _focus: { outline: '2px solid token(colors.focus.ring)', outlineOffset: '[1px]' },
  '&[aria-invalid]': { borderColor: 'danger.border', boxShadow: '[inset 0 0 0 1px token(colors.danger.border)]' },
  '&:disabled': { background: 'bg.muted', color: 'fg.muted', opacity: '1' },
  '& option': { background: 'bg.popover', color: 'fg.default' },
})
export const pictured = css({ paddingInlineEnd: '10' })
export const long = css({ paddingBlock: '2.5', resize: 'vertical' })
/** The frame of a control with a picture at its end. */
export const frame = css({
  position: 'relative',
  display: 'grid',
  alignItems: 'center',
  minWidth: '0',
  color: 'fg.muted',
  '& > svg': { position: 'absolute', insetInlineEnd: '3', pointerEvents: 'none' },
})

/** The list that opens under a control: its frame gives the colour to the picture at its end alone. */
export const opened = css({ color: 'fg.default' })
export const alert = css({ color: 'danger.fg' })

/** Choices in one frame, one below the other. */
export const choices = css({
  display: 'grid',
  border: '1px solid token(colors.border.control)',
  borderRadius: '[var(--form-radius)]',
  background: 'bg.surface',
  overflow: 'hidden',
  '&[data-invalid]': { borderColor: 'danger.border', boxShadow: '[inset 0 0 0 1px token(colors.danger.border)]' },
  '& > * + *': { borderTop: '1px solid token(colors.border.default)' },
  // In columns each choice has a frame of its own.
  '&[data-columns]': {
    gap: '2',
    gridTemplateColumns: '[repeat(auto-fill, minmax(max(8rem, calc(100% / var(--columns) - 8px)), 1fr))]',
    border: 'none',
    borderRadius: '[0]',
    background: 'transparent',
    overflow: 'visible',
    boxShadow: '[none]',
  },
  '&[data-columns] > *': {
    border: '1px solid token(colors.border.control)',
    borderRadius: '[var(--form-radius)]',
    background: 'bg.surface',
  },
  '&[data-columns][data-invalid] > *': { borderColor: 'danger.border' },
})
export const choice = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minHeight: '[var(--form-control)]',
  paddingInline: '3',
  paddingBlock: '1',
  fontSize: '[var(--form-text)]',
  lineHeight: '[var(--form-line)]',
  cursor: 'pointer',
  '&:has(:checked)': { background: 'bg.selected' },
  '&:has(:focus-visible)': {
    outline: '2px solid token(colors.focus.ring)',
    outlineOffset: '[-2px]',
    borderRadius: '[var(--form-radius)]',
  },
  '&:has(:disabled)': { cursor: 'default', color: 'fg.muted' },
})
/** The one box of a question that is answered by yes alone. */
export const alone = css({
  border: '1px solid token(colors.border.control)',
  borderRadius: '[var(--form-radius)]',
  background: 'bg.surface',
  '&[data-invalid]': { borderColor: 'danger.border', boxShadow: '[inset 0 0 0 1px token(colors.danger.border)]' },
})
/** The ring of a radio, and the box of a checkbox. Where the reader chose the colours, the browser draws them. */
export const mark = css({
  appearance: 'none',
  flexShrink: '0',
  width: '[var(--form-mark)]',
  height: '[var(--form-mark)]',
  margin: '0',
  display: 'grid',
  placeItems: 'center',
  border: '1.5px solid token(colors.border.control)',
  background: 'bg.surface',
  borderRadius: 'xs',
  outlineStyle: 'none',
  cursor: 'inherit',
  '&[type=radio]': { borderRadius: 'full' },
  '&:checked, &:indeterminate': { borderColor: 'accent.solid', background: 'accent.solid' },
  '&[type=radio]:checked::before': {
    content: '""',
    width: '[var(--form-dot)]',
    height: '[var(--form-dot)]',
    borderRadius: 'full',
    background: 'accent.on',
  },
  '&[type=checkbox]:checked::before': {
    content: '""',
    width: '[30%]',
    height: '[60%]',
    marginTop: '[-10%]',
    border: '0 solid token(colors.accent.on)',
    borderRightWidth: '[2px]',
    borderBottomWidth: '[2px]',
    transform: 'rotate(45deg)',
  },
  '&[type=checkbox]:indeterminate::before': {
    content: '""',
    width: '[50%]',
    height: '[2px]',
    background: 'accent.on',
  },
  '&[type=radio]:indeterminate': { borderColor: 'border.control', background: 'bg.surface' },
  _forced: { appearance: 'auto' },
})

export const rating = css({
  display: 'grid',
  gap: '2',
  gridTemplateColumns: '[repeat(auto-fit, minmax(44px, 1fr))]',
})
/** A step of a rating. `data-on`: it is the chosen one or one before it. */
export const step = css({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  alignContent: 'center',
  gap: '[3px]',
  minHeight: '[var(--form-cell)]',
  border: '1px solid token(colors.border.control)',
  borderRadius: '[var(--form-radius)]',
  background: 'bg.surface',
  color: 'fg.muted',
  fontSize: 'xs',
  lineHeight: '2xs',
  cursor: 'pointer',
  '& svg': { width: '[var(--form-icon)]', height: '[var(--form-icon)]' },
  '&[data-on]': {
    background: 'accent.subtle',
    borderColor: 'accent.border',
    color: 'accent.fg',
    fontWeight: 'medium',
    '& svg': { fill: 'current' },
  },
  '&[data-chosen]': { borderColor: 'accent.solid', boxShadow: '[inset 0 0 0 1px token(colors.accent.solid)]' },
  '&[data-invalid]': { borderColor: 'danger.border' },
  '&:has(:focus-visible)': { outline: '2px solid token(colors.focus.ring)', outlineOffset: '[2px]' },
  '&:has(:disabled)': { cursor: 'default' },
  _forced: { '&[data-on]': { borderColor: '[Highlight]' }, '&[data-chosen]': { outline: '[2px solid Highlight]' } },
})
/** A native control that lies unseen over what is drawn for it. */
export const unseen = css({ position: 'absolute', inset: '0', margin: '0', opacity: '0', cursor: 'inherit' })

/** A line of buttons, and one of them. */
export const line = css({ display: 'flex', flexWrap: 'wrap', gap: '2' })
export const press = css({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  minHeight: '[var(--form-control)]',
  paddingInline: '3',
  border: '1px solid token(colors.border.control)',
  borderRadius: '[var(--form-radius)]',
  background: 'bg.surface',
  color: 'fg.default',
  fontSize: '[var(--form-text)]',
  lineHeight: '[var(--form-line)]',
  cursor: 'pointer',
  '&:has(:focus-visible)': { outline: '2px solid token(colors.focus.ring)', outlineOffset: '[1px]' },
  '&:has([aria-disabled=true])': { color: 'fg.muted', borderStyle: 'dashed', cursor: 'default' },
})
