import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { css } from 'styled-system/css'
import type { ListQuery } from '@tocsin/core/api/client'
import { fold } from '@tocsin/core/base/fold'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { sentenceOf } from '../notices/sentence'
import type { Row } from '../data/row'
import { useAccount } from '../data/account'
import { usePreferences } from '../preferences'
import { displayValue, EMPTY_TEXT } from '../record/display'
import { titleOf, useRecordName } from '../record/record-name'
import { Button } from '../ui/button'
import { type ControlProps } from '../ui/field'
import { input } from '../ui/input-look'
import { Icon } from '../ui/icon'
import { floating, option, optionList, optionNote } from '../ui/options-look'
import { useT } from '../words'
import { step } from './step'
import { useChoices, type Among } from './use-choices'
import { cx } from '../ui/cx'

type Props = {
  of: Resource
  where?: ListQuery | undefined
  among?: Among | undefined
  label: string
  control: ControlProps
  /** The text while nothing is typed: the name of the chosen record. */
  shown: string
  chosen: readonly number[]
  onChoose: (row: Row, title: string) => void
  /** Called when the text is emptied and left: nothing is chosen any more. */
  onClear: () => void
  /** Called by Backspace in an empty field. */
  onBackspace?: () => void
  onLeave?: () => void
  /** The text while nothing is chosen; by default it asks to choose. */
  placeholder?: string
  /** The first choice while nothing is typed, which chooses nothing: all projects. */
  all?: string | undefined
  /** Called when the text is left or entered and matches no single record. Without it, such a text is dropped. */
  onUnmatched?: (unmatched: Unmatched) => void
}

/** Stands among the rows for the choice of all of them. */
const ALL: Row = { id: 0 }

/** A text that was typed and not chosen: none or several have that name, the look-up is under way, or it failed. */
export type Unmatched = { q: string; why: 'none' | 'several' | 'asked' | 'unread' }

// The roles of elements that are never focused themselves: the input handles all keys.
const LISTBOX = { role: 'listbox' } as const
const OPTION = { role: 'option', tabIndex: -1 } as const

/** A combobox over the records of a resource, by the WAI-ARIA pattern: the focus stays in the input all the time. */
export function ChoiceBox({
  of,
  where,
  among,
  label,
  control,
  shown,
  chosen,
  onChoose,
  onClear,
  onBackspace,
  onLeave,
  placeholder,
  all,
  onUnmatched,
}: Props) {
  const t = useT()
  const { locale } = usePreferences()
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const [activeId, setActiveId] = useState<number | null>(null)
  /** Set when Enter was pressed, or the field left, before the choices for the typed text arrived. */
  const [sent, setSent] = useState<'entered' | 'left' | null>(null)
  /** The end of the list at which an option becomes active once there are any, after an arrow key opened the list. */
  const [end, setEnd] = useState<'first' | 'last' | null>(null)
  const isAsked = open || sent !== null
  const choices = useChoices(of.name, typed ?? '', where, isAsked, among)
  const { rows: records, total, settled, error, again } = choices
  const rows = all === undefined || typed ? records : [ALL, ...records]
  const isChosen = (row: Row) => (row === ALL ? chosen.length === 0 : chosen.includes(row.id))
  const title = (row: Row) => (row === ALL ? all! : titleOf(of, row, t, locale))
  // Once the choices have arrived, the first is the best. Of several with one name, none is better than the others.
  const [found, second] = typed && settled ? rows : []
  const namesakes = found && second && fold(title(found)) === fold(title(second))
  const best = namesakes ? undefined : found
  const named = rows.filter((row) => typed && fold(title(row)) === fold(typed))
  // In a field of several, Enter on a chosen record would remove it.
  const standing = onBackspace ? undefined : rows.find(isChosen)
  const entry = end && settled ? (standing ?? rows.at(end === 'first' ? 0 : -1)) : undefined
  const active = open ? (rows.find((row) => row.id === activeId) ?? best ?? entry ?? null) : null
  const at = active ? rows.indexOf(active) : -1

  // At the foot of a page the popup would open out of sight.
  const popup = useRef<HTMLDivElement>(null)
  const isEmpty = rows.length === 0
  const listed = open && !isEmpty
  useEffect(() => {
    if (open) popup.current?.scrollIntoView({ block: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- arriving options make the popup taller
  }, [open, isEmpty])
  const entryId = entry?.id
  useEffect(() => {
    if (entryId !== undefined) document.getElementById(`${id}-${entryId}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, entryId])

  const close = () => {
    setOpen(false)
    setTyped(null)
    setActiveId(null)
    setEnd(null)
    setSent(null)
  }
  const choose = (row: Row) => {
    if (row === ALL) onClear()
    else onChoose(row, title(row))
    close()
  }
  const unmatched = () => {
    if (!typed || !onUnmatched) return
    onUnmatched({ q: typed, why: error ? 'unread' : named.length > 1 ? 'several' : 'none' })
    close()
  }
  // Leaving the field chooses only a record of exactly that name.
  const leave = () => {
    if (named.length === 1) choose(named[0]!)
    else unmatched()
  }
  // A text that was entered or left before its choices arrived is matched with them once they arrive.
  useEffect(() => {
    if (!sent || !(settled || (error && !open))) return
    setSent(null)
    if (sent === 'left') leave()
    else if (best) choose(best)
    else if (!found || !open) {
      unmatched()
      // Without a reader of what matches nothing, a text that was left is dropped.
      if (!open) close()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once for each answer
  }, [sent, settled, error, open])
  const move = (to: number) => {
    const row = rows[to]
    if (!row) return
    setActiveId(row.id)
    document.getElementById(`${id}-${row.id}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (open && rows.length > 0) move(step(at, rows.length, event.key === 'ArrowDown' ? 1 : -1))
      else {
        setOpen(true)
        setEnd(event.key === 'ArrowDown' ? 'first' : 'last')
      }
    } else if (event.key === 'Enter' && open) {
      if (active) choose(active)
      else if (typed === '') {
        onClear()
        close()
      } else if (typed && !settled && !error) setSent('entered')
      else if (typed && !found) unmatched()
    } else if (event.key === 'Escape' && open) close()
    else if (event.key === 'Backspace' && (typed ?? shown) === '' && onBackspace) onBackspace()
    else return
    event.preventDefault()
  }

  return (
    <div
      className={around}
      ref={frame}
      onBlur={({ relatedTarget }) => {
        if (frame.current?.contains(relatedTarget)) return
        if (typed === '' && shown !== '') onClear()
        if (typed && (onUnmatched || sent === 'entered')) {
          if (!settled && !error) onUnmatched?.({ q: typed, why: 'asked' })
          setOpen(false)
          setSent(sent ?? 'left')
        } else close()
        onLeave?.()
      }}
    >
      <input
        {...control}
        className={cx(input(), withIcon)}
        role="combobox"
        aria-expanded={listed}
        aria-autocomplete="list"
        aria-controls={listed ? `${id}-list` : undefined}
        aria-activedescendant={active ? `${id}-${active.id}` : undefined}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        placeholder={placeholder ?? t('form.choose')}
        value={typed ?? shown}
        onFocus={({ target }) => target.select()}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setTyped(target.value)
          setActiveId(null)
          setEnd(null)
          setSent(null)
          setOpen(true)
        }}
      />
      <Icon name="chevronsUpDown" className={mark} />
      {open && (
        <div className={floating} ref={popup}>
          {!isEmpty && (
            <div className={optionList} {...LISTBOX} id={`${id}-list`} aria-label={label}>
              {rows.map((row) => (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the input handles the keys
                <div
                  key={row.id}
                  id={`${id}-${row.id}`}
                  {...OPTION}
                  aria-selected={isChosen(row)}
                  data-active={row === active || undefined}
                  className={option}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(row)}
                >
                  <span className={name} dir="auto">
                    {title(row)}
                  </span>
                  {row !== ALL && (
                    <span className={optionNote} dir="auto">
                      <Owner of={of} row={row} where={where} />
                      {noteOf(of, row, (path, value) => displayValue(of, path, value, t, locale, { row }))}
                    </span>
                  )}
                  {isChosen(row) && <Icon name="check" />}
                </div>
              ))}
            </div>
          )}
          <output className={status}>
            {error ? (
              <>
                <span>
                  {t('notices.couldNotLoadData')} {sentenceOf(error, t, of.name)}{' '}
                  {error.requestId && t('form.request', { id: error.requestId })}
                </span>
                <Button
                  size="small"
                  icon="refreshCw"
                  onClick={() => {
                    // The button disappears with the error, so the focus moves first.
                    document.getElementById(control.id)?.focus()
                    again()
                  }}
                >
                  {t('form.again')}
                </Button>
              </>
            ) : !settled ? (
              t('form.picker.searching')
            ) : isEmpty ? (
              typed ? (
                t('form.picker.noMatch', { q: typed })
              ) : (
                t('form.picker.empty')
              )
            ) : namesakes ? (
              t('form.picker.namesakes', { name: title(found) })
            ) : choices.more || total > records.length ? (
              t(choices.more ? 'form.picker.moreThan' : 'form.picker.more', {
                shown: records.length,
                total: formatNumber(locale, total),
              })
            ) : (
              t('form.picker.results', { count: records.length })
            )}
          </output>
        </div>
      )}
    </div>
  )
}

/** Shows the client of a record to viewers of several clients, whose records may have the same name. */
function Owner({ of, row, where }: { of: Resource; row: Row; where: ListQuery | undefined }) {
  const id = of.tenant === undefined || where?.[of.tenant] !== undefined ? undefined : row[of.tenant]
  const isStaff = useAccount().userType !== 'client'
  const { name } = useRecordName('clients', isStaff && typeof id === 'number' ? id : null)
  return name === '' ? null : `${name} · `
}

/** Returns the note that tells two records of one name apart: the next column of the list. */
function noteOf(resource: Resource, row: Row, show: (path: string, value: unknown) => string): string {
  const path = resource.columns.find((column) => column !== resource.title && !column.includes('.'))
  const text = path ? show(path, row[path]) : EMPTY_TEXT
  return text === EMPTY_TEXT || typeof row[path ?? ''] === 'boolean' ? `#${row.id}` : text
}

const around = css({ position: 'relative', minWidth: '0' })
const withIcon = css({ paddingInlineEnd: '8', textOverflow: 'ellipsis' })
const mark = css({
  position: 'absolute',
  insetInlineEnd: '2',
  top: '[50%]',
  transform: 'translateY(-50%)',
  color: 'fg.muted',
  pointerEvents: 'none',
})
const name = css({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })
const status = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2',
  paddingInline: '3',
  paddingBlock: '2',
  textStyle: 'small',
  color: 'fg.muted',
  overflowWrap: 'anywhere',
  '&:not(:first-child)': { borderTop: '1px solid token(colors.border.subtle)' },
})
