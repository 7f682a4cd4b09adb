import { useId, useState, type KeyboardEvent } from 'react'
import { css } from 'styled-system/css'
import { completionsOf, type Completion } from '@tocsin/core/command-line/reading-line'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { findResource } from '../../../data/resources'
import { step } from '../../../form/step'
import { filterLabel } from '../../../table/filter-label'
import { Button } from '../../../ui/button'
import { Field } from '../../../ui/field'
import { input } from '../../../ui/input-look'
import { floating, option, optionList, optionNote } from '../../../ui/options-look'
import { useT } from '../../../words'

type Props = {
  resources: readonly Resource[]
  client: string
  problem: string | null
  busy: boolean
  /** Lines run before, the latest first. */
  earlier: readonly string[]
  onRun: (line: string) => void
}

// The roles of elements that are never focused themselves: the input handles all keys.
const LISTBOX = { role: 'listbox' } as const
const OPTION = { role: 'option', tabIndex: -1 } as const
/** Number of completions shown; more typing finds the others. */
const SHOWN = 12

/** A line for the terminal with its completions below, by the WAI-ARIA pattern of a combobox. */
export function LineBox({ resources, client, problem, busy, earlier, onRun }: Props) {
  const t = useT()
  const id = useId()
  const [line, setLine] = useState('')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const [recalled, setRecalled] = useState(-1)
  const next = completionsOf(line, resources).slice(0, SHOWN)
  const offered = open ? next : []
  const active = offered[at]

  const write = (text: string, shows = true) => {
    setLine(text)
    setOpen(shows)
    setAt(-1)
  }
  const run = () => {
    setOpen(false)
    setRecalled(-1)
    onRun(line)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      const by = key === 'ArrowDown' ? 1 : -1
      const past = key === 'ArrowUp' && (recalled >= 0 || (line === '' && !open)) ? earlier[recalled + 1] : undefined
      if (past !== undefined) {
        setRecalled(recalled + 1)
        write(past, false)
      } else {
        setAt(step(open ? at : -1, next.length, by))
        setOpen(true)
      }
    } else if (key === 'Enter') {
      if (active) write(active.line)
      else run()
    }
    // Tab takes the active completion; without one it leaves the field as everywhere.
    else if (key === 'Tab' && !event.shiftKey && active) write(active.line)
    else if (key === 'Escape' && open && offered.length > 0) {
      setOpen(false)
      setAt(-1)
    } else if (key === 'Escape' && line !== '') write('', false)
    else return
    event.preventDefault()
  }

  return (
    <Field label={t('playground.line')} problem={problem} help={t('playground.help', { client })}>
      {(control) => (
        <div
          className={around}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) setOpen(false)
          }}
        >
          <div className={inOneLine}>
            <input
              {...control}
              className={input({ kind: 'mono' })}
              role="combobox"
              aria-expanded={offered.length > 0}
              aria-autocomplete="list"
              aria-controls={offered.length > 0 ? `${id}-list` : undefined}
              aria-activedescendant={active ? `${id}-${at}` : undefined}
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              placeholder="sites list"
              value={line}
              onKeyDown={onKeyDown}
              onChange={({ target }) => {
                setRecalled(-1)
                write(target.value)
              }}
            />
            <Button look="primary" keys={['↵']} busy={busy} onClick={run}>
              {t('playground.run')}
            </Button>
          </div>
          {offered.length > 0 && (
            <div className={floating}>
              <div className={optionList} {...LISTBOX} id={`${id}-list`} aria-label={t('playground.suggestions')}>
                {offered.map((one, index) => (
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the input handles the keys
                  <div
                    key={one.word}
                    id={`${id}-${index}`}
                    {...OPTION}
                    aria-selected={one === active}
                    data-active={one === active || undefined}
                    className={option}
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => write(one.line)}
                  >
                    <span className={word}>{one.word}</span>
                    <span className={optionNote}>{noteOf(one, t)}</span>
                  </div>
                ))}
              </div>
            </div>
          )}
        </div>
      )}
    </Field>
  )
}

function noteOf({ kind, resource: resourceName, word: verb, flag }: Completion, t: ReturnType<typeof useT>): string {
  if (kind === 'verb') return t(`verbs.${verb}`)
  const resource = findResource(resourceName)
  if (kind === 'resource' || !resource || !flag) return t(`resources.${resourceName}.names`)
  // Filters common to all lists are no fields of the resource.
  const own = t(`playground.flags.${flag.path}`)
  return own === `playground.flags.${flag.path}` ? filterLabel(resource, flag.path)(t) : own
}

const around = css({ position: 'relative', minWidth: '0' })
const inOneLine = css({ display: 'flex', gap: '2', minWidth: '0' })
const word = css({ textStyle: 'mono', whiteSpace: 'nowrap' })
