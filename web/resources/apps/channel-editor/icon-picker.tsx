import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { css } from 'styled-system/css'
import type { WidgetProps } from '../../../form/fields/widget'
import { step } from '../../../form/step'
import { materialOutline, OUTLINES } from '../../../ui/material-icons'
import { Outline } from '../../../ui/outline'
import { cx } from '../../../ui/cx'
import { input } from '../../../ui/input-look'
import { Icon } from '../../../ui/icon'
import { floating, option, optionList, optionNote } from '../../../ui/options-look'
import { useT } from '../../../words'
import { iconNamed, iconsFor, iconText } from './icons'

// The roles of elements that are never focused themselves: the input handles all keys.
const LISTBOX = { role: 'listbox' } as const
const OPTION = { role: 'option', tabIndex: -1 } as const

/** A combobox over the icons of channels, each beside its word (CONST-14). The focus stays in the input all the time. */
export function IconPicker({ label, value, control, onChange, onLeave }: WidgetProps) {
  const t = useT()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const chosen = typeof value === 'string' && value !== '' ? value : null
  const outline = chosen === null ? undefined : materialOutline(chosen)
  const icons = iconsFor(typed ?? '', t)
  const isListed = isOpen && icons.length > 0

  const close = () => {
    setOpen(false)
    setTyped(null)
    setAt(-1)
  }
  const choose = (name: string | null) => {
    if (name !== chosen) onChange(name)
    close()
  }
  const move = (to: number) => {
    setAt(to)
    list.current?.children[to]?.scrollIntoView({ block: 'nearest' })
  }
  const open = (end: 'first' | 'last') => {
    setOpen(true)
    const standing = chosen === null ? -1 : icons.indexOf(chosen)
    const to = standing >= 0 ? standing : end === 'first' ? 0 : icons.length - 1
    // The list is drawn first.
    requestAnimationFrame(() => move(to))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const by = event.key === 'ArrowDown' ? 1 : -1
      if (isListed) move(step(at, icons.length, by))
      else open(by === 1 ? 'first' : 'last')
    } else if (event.key === 'Enter' && isOpen) {
      if (typed === '') choose(null)
      else if (icons[at] !== undefined) choose(icons[at])
    } else if (event.key === 'Escape' && isOpen) close()
    else return
    event.preventDefault()
  }

  return (
    <div
      className={around}
      onBlur={() => {
        // A text that names no icon is dropped.
        if (typed === '') choose(null)
        else if (typed !== null) choose(iconNamed(typed, t) ?? chosen)
        else close()
        onLeave()
      }}
    >
      {outline !== undefined && typed === null && <Outline path={outline} look={picture} />}
      <input
        {...control}
        className={cx(input(), outline !== undefined && typed === null && withPicture, withMark)}
        role="combobox"
        aria-expanded={isListed}
        aria-autocomplete="list"
        aria-controls={isListed ? `${id}-list` : undefined}
        aria-activedescendant={isListed && at >= 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        placeholder={t('channelEditor.noIcon')}
        value={typed ?? (chosen === null ? '' : iconText(chosen, t))}
        onFocus={({ target }) => target.select()}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setTyped(target.value)
          setOpen(true)
          setAt(target.value === '' ? -1 : 0)
        }}
      />
      <Icon name="chevronsUpDown" className={mark} />
      {isOpen && (
        <div className={cx(floating, roomy)}>
          {isListed && (
            <div ref={list} className={optionList} {...LISTBOX} id={`${id}-list`} aria-label={label}>
              {icons.map((name, index) => (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the input handles the keys
                <div
                  key={name}
                  id={`${id}-${index}`}
                  {...OPTION}
                  aria-selected={name === chosen}
                  data-active={index === at || undefined}
                  className={option}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(name)}
                >
                  <Outline path={OUTLINES[name]!} />
                  <span>{iconText(name, t)}</span>
                  <span className={optionNote}>{name}</span>
                  {name === chosen && <Icon name="check" />}
                </div>
              ))}
            </div>
          )}
          <output className={status}>
            {icons.length === 0
              ? t('form.picker.noMatch', { q: typed })
              : t('form.picker.results', { count: icons.length })}
          </output>
        </div>
      )}
    </div>
  )
}

const around = css({ position: 'relative', minWidth: '0' })
const roomy = css({ minWidth: '[220px]' })
const withPicture = css({ paddingInlineStart: '8' })
const withMark = css({ paddingInlineEnd: '8', textOverflow: 'ellipsis' })
const mark = css({
  position: 'absolute',
  insetInlineEnd: '2',
  top: '[50%]',
  transform: 'translateY(-50%)',
  color: 'fg.muted',
  pointerEvents: 'none',
})
const picture = css({
  position: 'absolute',
  insetInlineStart: '2.5',
  top: '[50%]',
  transform: 'translateY(-50%)',
  pointerEvents: 'none',
})
const status = css({
  display: 'block',
  paddingInline: '3',
  paddingBlock: '2',
  textStyle: 'small',
  color: 'fg.muted',
  '&:not(:first-child)': { borderTop: '1px solid token(colors.border.subtle)' },
})
