import { useAtomValue } from 'jotai/react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { css, cva } from 'styled-system/css'
import { useKeys } from '../keys/use-keys'
import { copyText } from '../notices/copy-text'
import { dismiss, toastsAtom, type Toast } from '../notices/toast'
import { useT } from '../words'
import { Button } from '../ui/button'
import { CopyButton } from '../ui/copy-button'
import { Icon } from '../ui/icon'
import { cx } from '../ui/cx'

/** Time for which a success stays, in milliseconds; trouble stays until it is dismissed. */
const STAYS = 6_000

/** The most characters of a line for the terminal that are shown, and so read out; all of them are copied. */
const LONGEST = 200

/** The CSS property for the height that the page leaves free at its foot, and the margin around the notices in px. */
const ROOM = '--notices'
const AROUND = 8

/**
 * The notices, at the lower right, in a strip that the page leaves free, so that they cover no row, switch or button.
 * No notice takes the focus; all can be reached by Tab.
 */
export function Toasts() {
  const t = useT()
  const told = useAtomValue(toastsAtom)
  const [isEmpty, setEmpty] = useState(true)
  // A notice that is older than its region is added to it, so that it is read out.
  // oxlint-disable-next-line react/set-state-in-effect -- the region has to be on the page first
  useEffect(() => setEmpty(false), [])
  const toasts = isEmpty ? [] : told
  const copied = toasts.findLast(({ copy }) => copy)?.copy
  useKeys('anywhere', { copyNew: () => void (copied && copyText(copied.text)) }, { enabled: copied !== undefined })
  const section = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = section.current
    if (!element) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      const { offsetHeight } = element
      style.setProperty(ROOM, offsetHeight === 0 ? '0px' : `${offsetHeight + 2 * AROUND}px`)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty(ROOM)
    }
  }, [])
  return (
    <section className={place} ref={section} aria-label={t('acts.notices')}>
      <div role="log" aria-live="polite" aria-relevant="additions">
        <ol className={list}>
          {toasts.map((one) => (
            <One key={one.id} toast={one} />
          ))}
        </ol>
      </div>
    </section>
  )
}

function One({ toast }: { toast: Toast }) {
  const t = useT()
  const { id, tone, text, detail, line, requestId, copy, action, stays } = toast
  const card = useRef<HTMLLIElement>(null)
  const shown = tone === 'trouble' || stays ? whole : clamped
  useEffect(() => {
    if (tone === 'trouble' || stays) return
    let timer = setTimeout(leave, STAYS)
    function leave() {
      // A notice under the pointer or with the focus stays.
      if (card.current?.matches(':hover, :focus-within')) timer = setTimeout(leave, STAYS)
      else dismiss(id)
    }
    return () => clearTimeout(timer)
  }, [id, tone, stays])
  return (
    <li className={frame({ tone })} ref={card}>
      <Icon name={tone === 'done' ? 'check' : 'circleAlert'} />
      <div className={words}>
        <p className={shown} dir="auto" title={text(t)}>
          {text(t)}
        </p>
        {detail && (
          <p className={cx(shown, muted)} dir="auto" title={detail(t)}>
            {detail(t)}
          </p>
        )}
      </div>
      {copy && (
        <p className={offer}>
          <Button size="small" icon="copy" keys={['Y', 'N']} onClick={() => void copyText(copy.text)}>
            {`${t('web.copy')}: ${copy.what(t)}`}
          </Button>
        </p>
      )}
      {line && (
        <p className={mono}>
          <span className={cut}>{line.slice(0, LONGEST)}</span>
          <CopyButton text={line} what={t('acts.line')} t={t} />
        </p>
      )}
      {requestId && (
        <p className={mono}>
          <span className={cut}>
            {t('web.request')} {requestId}
          </span>
          <CopyButton text={requestId} what={t('web.request')} t={t} />
        </p>
      )}
      <div className={buttons}>
        {action && (
          <Button
            size="small"
            keys={action.keys}
            onClick={() => {
              dismiss(id)
              action.run()
            }}
          >
            {action.label(t)}
          </Button>
        )}
        <Button look="quiet" size="small" icon="x" iconOnly onClick={() => dismiss(id)}>
          {t('acts.dismiss')}
        </Button>
      </div>
    </li>
  )
}

const place = css({
  position: 'fixed',
  insetInlineEnd: { base: '4', _narrow: '2' },
  bottom: '2',
  // On a page too low for a free strip the notices are at the top, whose content can wait.
  '@media (max-height: 480px)': { bottom: '[auto]', top: '2' },
  maxHeight: '[40vh]',
  overflowY: 'auto',
  zIndex: 'toast',
  width: 'toast',
  maxWidth: '[calc(100vw - 16px)]',
  pointerEvents: 'none',
})
const list = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  gap: '2',
  listStyle: 'none',
  margin: '0',
  padding: '0',
})
const frame = cva({
  base: {
    display: 'grid',
    gridTemplateColumns: '[auto minmax(0, 1fr) auto]',
    alignItems: 'flex-start',
    columnGap: '2.5',
    rowGap: '1',
    padding: '3',
    pointerEvents: 'auto',
    background: 'bg.popover',
    border: '1px solid token(colors.border.default)',
    borderRadius: 'md',
    boxShadow: 'popover',
  },
  variants: { tone: { done: {}, trouble: { '& > svg': { color: 'danger.fg' } } } },
})
const words = css({ minWidth: '0', overflowWrap: 'anywhere' })
// A name may be as long as a page; the title holds all of it, and is read out.
const clamped = css({ lineClamp: '2' })
// A notice that stays is shown whole: its advice is at the end of a sentence, and no key shows a title attribute.
const whole = css({ lineClamp: '8' })
const muted = css({ color: 'fg.muted' })
// The line is below the words and the buttons, to use the whole width.
const mono = css({
  gridColumn: '2 / -1',
  display: 'flex',
  alignItems: 'center',
  gap: '1',
  textStyle: 'mono',
  color: 'fg.muted',
})
const offer = css({ gridColumn: '2 / -1' })
const buttons = css({ gridRow: '1', gridColumn: '3', display: 'flex', gap: '1' })
const cut = css({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })
