/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus -- a select has no pictures; one option has the focus */
import { useRef, type KeyboardEvent } from 'react'
import { css } from 'styled-system/css'
import { fold } from '@tocsin/core/base/fold'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { step } from '../form/step'
import { cx } from '../ui/cx'
import { Dialog } from '../ui/dialog'
import { option } from '../ui/options-look'
import { Outline } from '../ui/outline'
import { useT } from '../words'
import { KINDS, kindText, outlineOfKind } from './kinds'

type Props = {
  resource: Resource
  path: string
  offered: ReadonlySet<string>
  onChoose: (kind: string) => void
  onClose: () => void
}

/** Asks for the kind of a new field. Arrows and first letters move, Enter chooses. */
export function TypeDialog({ resource, path, offered, onChoose, onClose }: Props) {
  const t = useT()
  const list = useRef<HTMLDivElement>(null)
  const kinds = KINDS.filter((kind) => offered.has(kind)).map((kind) => ({
    kind,
    text: kindText(resource, path, kind, t),
  }))
  const optionAt = (at: number) => list.current?.children[at] as HTMLElement | undefined

  const onKeyDown = (event: KeyboardEvent) => {
    const at = [...(list.current?.children ?? [])].indexOf(event.target as HTMLElement)
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return
    const moves: Record<string, number> = {
      ArrowDown: step(at, kinds.length, 1),
      ArrowUp: step(at, kinds.length, -1),
      Home: 0,
      End: kinds.length - 1,
    }
    const letter = fold(event.key)
    const starts = (index: number) => fold(kinds[index % kinds.length]!.text).startsWith(letter)
    const named = event.key.length === 1 && event.key !== ' ' ? kinds.findIndex((_, by) => starts(at + 1 + by)) : -1
    if (event.key === 'Enter' || event.key === ' ') onChoose(kinds[at]!.kind)
    else if (moves[event.key] !== undefined) optionAt(moves[event.key]!)?.focus()
    else if (named >= 0) optionAt((at + 1 + named) % kinds.length)?.focus()
    else return
    event.preventDefault()
  }
  return (
    <Dialog
      open
      title={t('builder.addTitle')}
      description={t('builder.addHow')}
      onClose={onClose}
      initialFocus={() => optionAt(0) ?? null}
    >
      <div className={frame} role="listbox" aria-label={t('builder.addTitle')} ref={list} onKeyDown={onKeyDown}>
        {kinds.map(({ kind, text }) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list handles the keys
          <div
            key={kind}
            role="option"
            aria-selected="false"
            tabIndex={kind === kinds[0]!.kind ? 0 : -1}
            className={cx(option, withFocus)}
            onClick={() => onChoose(kind)}
          >
            <Outline path={outlineOfKind(kind)} />
            {text}
          </div>
        ))}
      </div>
    </Dialog>
  )
}

const frame = css({ display: 'grid', maxHeight: '[420px]', overflow: 'auto', padding: '0.5' })
const withFocus = css({ _focus: { background: 'bg.active' } })
