import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { css } from 'styled-system/css'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { Button } from '../ui/button'
import { Chip } from '../ui/chip'
import { Icon } from '../ui/icon'
import { Spinner } from '../ui/spinner'
import { kindOf, type PendingCommand } from './arguments'
import { TextField, type Combobox } from './text-field'

export type FieldElement = HTMLInputElement | HTMLTextAreaElement

type Props = {
  ref: Ref<FieldElement>
  asking: PendingCommand | null
  /** Returns the initial text of the field, which keeps its own text from then on. */
  first: () => string
  placeholder: string
  t: Translate
  /** The list that the field moves in, if there is one. */
  combobox: Combobox | null
  count: ReactNode
  isSearching: boolean
  onType: (text: string) => void
  onKeyDown: (event: KeyboardEvent<FieldElement>) => void
  onClose: () => void
}

/** The one field of the palette: a query, or an argument of a command. */
export function AskPage(props: Props) {
  const { ref, asking, first: begin, placeholder, t, combobox, count, isSearching, onType, onKeyDown, onClose } = props
  const id = useId()
  const own = useRef<FieldElement>(null)
  const ask = asking?.command.asks[asking.at]
  const kind = ask && kindOf(ask)
  const isReady = asking !== null && !ask

  // Each page has a field of its own; the dialog focuses the first one.
  useLayoutEffect(() => {
    if (!own.current?.closest('dialog[open]')) return
    own.current.focus()
    own.current.select()
  }, [])

  // The field keeps its own text: React rewrites a controlled field at every key, which costs more than all else here.
  // The text is written only where a page changes it without typing, as when one of several records was taken.
  const [first] = useState(begin)
  const told = asking?.text
  useLayoutEffect(() => {
    if (told !== undefined && own.current && own.current.value !== told) own.current.value = told
  })

  const take = (element: FieldElement | null) => {
    own.current = element
    if (typeof ref === 'function') ref(element)
    else if (ref) ref.current = element
  }
  const label = ask ? ask.label(t) : isReady ? t('palette.ready') : t('palette.title')
  const shared = {
    id,
    className: field,
    'aria-label': asking ? `${asking.command.title(t)}: ${label}` : label,
    ...(asking?.problem ? { 'aria-invalid': true as const, 'aria-describedby': `${id}-problem` } : {}),
    autoComplete: 'off',
    autoCorrect: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
    onKeyDown,
  }
  const chosen = ask ? namesOf(asking, ask.flag.of, asking.values[ask.flag.path]) : []

  return (
    <div className={query}>
      {asking && (
        <p className={caption}>
          <span>
            {label}
            {ask && !ask.flag.required && <span className={quiet}> · {t('palette.optional')}</span>}
          </span>
          {ask && asking.command.asks.length > 1 && (
            <span className={quiet}>{t('palette.step', { at: asking.at + 1, total: asking.command.asks.length })}</span>
          )}
        </p>
      )}
      <div className={row}>
        {chosen.map((name) => (
          <Chip key={name} tone="accent">
            {name}
          </Chip>
        ))}
        {kind === 'long' ? (
          <textarea
            {...shared}
            ref={take}
            rows={4}
            defaultValue={first}
            onChange={({ target }) => onType(target.value)}
          />
        ) : (
          <TextField
            take={take}
            id={id}
            className={field}
            label={shared['aria-label']}
            first={first}
            placeholder={
              asking ? (kind === 'date' ? t('palette.date') : combobox ? t('palette.typing') : '') : placeholder
            }
            isNumber={kind === 'number'}
            isFixed={isReady}
            problem={asking?.problem ? `${id}-problem` : undefined}
            combobox={combobox}
            onType={onType}
            onKeyDown={onKeyDown}
          />
        )}
        {isSearching && <Spinner />}
        <span className={number} aria-hidden="true">
          {count}
        </span>
        <span className={byFinger}>
          <Button look="quiet" icon="x" iconOnly onClick={onClose}>
            {t('palette.close')}
          </Button>
        </span>
      </div>
      {asking?.problem && (
        <p className={problem} id={`${id}-problem`} role="alert">
          <Icon name="circleAlert" />
          {label} {t(asking.problem.key, asking.problem.values)}
        </p>
      )}
    </div>
  )
}

/** Returns the names of the chosen records; a record whose name is not known is shown by its id. */
function namesOf({ names }: PendingCommand, resource: string | undefined, value: unknown): string[] {
  if (resource === undefined || value === undefined) return []
  return (Array.isArray(value) ? value : [value]).map((id) => names[`${resource}/${String(id)}`] ?? `#${String(id)}`)
}

const query = css({ borderBottom: '1px solid token(colors.border.subtle)', flexShrink: '0' })
const caption = css({
  display: 'flex',
  justifyContent: 'space-between',
  gap: '3',
  paddingInline: '4',
  paddingTop: '3',
  fontWeight: 'medium',
})
const quiet = css({ color: 'fg.muted', fontWeight: 'regular' })
const row = css({ display: 'flex', alignItems: 'center', gap: '2', paddingInline: '4' })
const field = css({
  flex: '1',
  minWidth: '0',
  minHeight: '[48px]',
  paddingBlock: '3',
  paddingInline: '0',
  border: 'none',
  background: 'transparent',
  color: 'fg.default',
  fontSize: 'lg',
  lineHeight: 'lg',
  resize: 'none',
  // The caret shows that the field has the focus.
  outline: '[0]',
  outlineOffset: '[-2px]',
  _placeholder: { color: 'fg.subtle' },
})
const number = css({ color: 'fg.muted', fontSize: 'xs', whiteSpace: 'nowrap' })
// The close button of a narrow screen, which may have no Escape key.
const byFinger = css({ display: { base: 'none', _narrow: 'inline-flex' } })
const problem = css({
  display: 'flex',
  gap: '1.5',
  paddingInline: '4',
  paddingBottom: '3',
  color: 'danger.fg',
  fontSize: 'xs',
  '& svg': { width: 'iconSm', height: 'iconSm' },
})
