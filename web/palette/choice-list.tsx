/* oxlint-disable jsx-a11y/prefer-tag-over-role -- HTML has no combobox whose rows are drawn as they come into view; the field handles the keys */
import { Command as Cmdk } from 'cmdk'
import { useLayoutEffect } from 'react'
import { css } from 'styled-system/css'
import { Icon } from '../ui/icon'
import { Marked } from './marked'
import { option, optionId } from './option-look'
import type { Results } from './results'
import type { Choice } from './use-choices'

type Props = {
  id: string
  label: string
  results: Results<Choice>
  onPoint: (key: string) => void
  onTake: (choice: Choice) => void
}

/** The short list of a page. The shell is cmdk; the ARIA attributes of an item are ours, since cmdk's own are wrong. */
export function ChoiceList({ id, label, results, onPoint, onTake }: Props) {
  const { rows, highlight } = results
  useLayoutEffect(() => {
    if (highlight !== null) document.getElementById(optionId(highlight))?.scrollIntoView({ block: 'nearest' })
  }, [highlight])
  return (
    <Cmdk shouldFilter={false} vimBindings={false} label={label} value={highlight ?? ''} className={shell}>
      <div className={list} role="listbox" id={id} aria-label={label}>
        {rows.map((choice, at) => {
          const { key, title, note, marks, isChosen } = choice
          return (
            <Cmdk.Item key={key} value={key} asChild onSelect={() => onTake(choice)}>
              <div
                id={optionId(key)}
                aria-selected={key === highlight}
                aria-setsize={rows.length}
                aria-posinset={at + 1}
                className={option({ placed: 'flow' })}
                onPointerMove={key === highlight ? undefined : () => onPoint(key)}
              >
                <span className={tick}>{isChosen && <Icon name="check" />}</span>
                <span className={name} dir="auto">
                  <Marked text={title} marks={marks} />
                </span>
                <span className={aside} dir="auto">
                  {note}
                </span>
              </div>
            </Cmdk.Item>
          )
        })}
      </div>
    </Cmdk>
  )
}

const shell = css({ display: 'flex', flexDirection: 'column', flex: '1', minHeight: '0', outline: '[0]' })
const list = css({
  flex: '1',
  minHeight: '0',
  overflowY: 'auto',
  paddingBlock: '2',
})
const tick = css({ display: 'inline-flex', width: 'icon', flexShrink: '0', color: 'accent.fg' })
const name = css({ minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })
const aside = css({
  flex: '1',
  minWidth: '0',
  color: 'fg.muted',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
