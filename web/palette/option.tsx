/* oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus, jsx-a11y/prefer-tag-over-role -- a combobox of rows that are drawn as they come into sight has no elements of its own; its keys are the field's */
import { memo } from 'react'
import { css, cva } from 'styled-system/css'
import type { Translate } from '@tocsin/core/i18n'
import { keyboard } from '../keys/use-keys'
import { KEYS } from '../keys/map'
import { capsOf } from '../keys/show'
import { Icon } from '../ui/icon'
import { Kbd } from '../ui/kbd'
import { Marked } from './marked'
import type { Row } from './rows'
import type { Press } from './use-results'

/** An element's id from what it stands for. */
export const optionId = (key: string): string => `palette-${key.replace(/[^\w-]/g, '_')}`

type Props = {
  row: Row
  isHighlighted: boolean
  /** From 1, of all that was found, and not of what is mounted. */
  place: number
  total: number
  t: Translate
  /** Where the window puts it (px). */
  top: number
  onPoint: (key: string) => void
  onRun: (row: Row, press: Press) => void
}

/** A line of the palette: what it is, what of it matched, and its key, its id or why it cannot be done now. */
export const Option = memo(function Option({ row, isHighlighted, place, total, t, top, onPoint, onRun }: Props) {
  const { icon, title, marks, note, noteMarks, hotkey, keys, code, blocked } = row
  const shortcut = keys ?? KEYS.find((one) => one.id === hotkey)?.keys.slice(0, 1) ?? []
  return (
    <div
      id={optionId(row.key)}
      role="option"
      aria-selected={isHighlighted}
      aria-setsize={total}
      aria-posinset={place}
      aria-disabled={blocked ? true : undefined}
      className={option({ placed: 'window' })}
      style={{ top }}
      onPointerMove={isHighlighted ? undefined : () => onPoint(row.key)}
      onClick={({ ctrlKey, metaKey, shiftKey }) => onRun(row, ctrlKey || metaKey || shiftKey ? 'aside' : 'plain')}
    >
      <Icon name={icon} className={picture} />
      <span className={words}>
        <span className={name} dir="auto">
          <Marked text={title} marks={marks} />
        </span>
        {note && (
          <span className={aside} dir="auto">
            <Marked text={note} marks={noteMarks} />
          </span>
        )}
      </span>
      {blocked ? (
        <span className={reason}>
          <Icon name="lock" className={small} />
          <span className={why}>{t(blocked.key, blocked.values)}</span>
        </span>
      ) : code ? (
        <span className={mono}>{code}</span>
      ) : (
        shortcut.map((one) => <Kbd key={one} keys={capsOf(one, { mac: keyboard.mac })} />)
      )}
    </div>
  )
})

export const option = cva({
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    height: { base: 'row', _narrow: 'touch' },
    paddingInline: '2',
    borderRadius: 'sm',
    cursor: 'pointer',
    '&[aria-disabled=true]': { color: 'fg.muted', cursor: 'default' },
    '&[aria-selected=true]': {
      background: 'bg.selected',
      _before: {
        content: '""',
        position: 'absolute',
        insetInlineStart: '[-8px]',
        insetBlock: '2',
        width: '[3px]',
        borderStartEndRadius: 'xs',
        borderEndEndRadius: 'xs',
        background: 'accent.fg',
      },
      '& > svg': { color: 'accent.fg' },
    },
  },
  variants: {
    placed: {
      /** Where the window puts it. */
      window: { position: 'absolute', insetInline: '2', contain: 'layout size style' },
      flow: { position: 'relative', marginInline: '2' },
    },
  },
})
const picture = css({ color: 'fg.muted' })
const words = css({ display: 'flex', alignItems: 'baseline', gap: '2', flex: '1', minWidth: '0', whiteSpace: 'nowrap' })
const name = css({ minWidth: '0', flexShrink: '0', maxWidth: 'full', overflow: 'hidden', textOverflow: 'ellipsis' })
const aside = css({ minWidth: '0', color: 'fg.muted', overflow: 'hidden', textOverflow: 'ellipsis' })
const mono = css({ textStyle: 'mono', color: 'fg.muted', flexShrink: '0' })
const reason = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  minWidth: '0',
  maxWidth: '2/3',
  color: 'warning.fg',
  fontSize: 'xs',
  whiteSpace: 'nowrap',
})
const why = css({ overflow: 'hidden', textOverflow: 'ellipsis' })
const small = css({ width: 'iconSm', height: 'iconSm' })
