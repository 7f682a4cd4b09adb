import { useEffect, useRef, useState, type Ref } from 'react'
import { css } from 'styled-system/css'
import { input } from '../ui/input-look'
import { Icon } from '../ui/icon'
import { Kbd } from '../ui/kbd'
import { useT } from '../words'
import { cx } from '../ui/cx'

/** The pause after the last key before the text is applied (ms; A-013: search boxes of lists). */
const PAUSE = 500

type Props = {
  label: string
  value: string
  ref: Ref<HTMLInputElement>
  onChange: (text: string) => void
  /** Moves on to the rows: ↓, or Enter once the text is applied. */
  onLeave: () => void
}

/** The text filter of a list: applied when typing pauses, or at once by Enter. */
export function FilterInput({ label, value, ref, onChange, onLeave }: Props) {
  const t = useT()
  const [text, setText] = useState(value)
  const applied = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // The value was cleared or changed from elsewhere: by Back, by Esc, by an address.
  useEffect(() => {
    if (value === applied.current) return
    applied.current = value
    clearTimeout(timer.current)
    setText(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const apply = (next: string) => {
    clearTimeout(timer.current)
    applied.current = next
    onChange(next)
  }
  return (
    <span className={frame}>
      <Icon name="search" className={glass} />
      <input
        ref={ref}
        type="search"
        className={cx(input(), field)}
        aria-label={label}
        aria-keyshortcuts="/ f"
        placeholder={label}
        value={text}
        maxLength={255}
        spellCheck={false}
        autoComplete="off"
        dir="auto"
        onChange={({ target }) => {
          setText(target.value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => apply(target.value.trim()), PAUSE)
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') apply(text.trim())
          if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
          event.preventDefault()
          onLeave()
        }}
      />
      {text === '' ? (
        <span className={hint}>
          <Kbd keys={['/']} />
        </span>
      ) : (
        <button
          type="button"
          className={clear}
          aria-label={t('table.clearText')}
          onClick={(event) => {
            setText('')
            apply('')
            event.currentTarget.parentElement?.querySelector('input')?.focus()
          }}
        >
          <Icon name="x" />
        </button>
      )}
    </span>
  )
}

const frame = css({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  flex: { base: '[0 1 300px]', _tablet: '[1 1 180px]', _narrow: '[1 1 0]' },
  minWidth: '0',
})
const glass = css({ position: 'absolute', insetInlineStart: '2.5', color: 'fg.muted', pointerEvents: 'none' })
const field = css({
  // Equal padding at both ends: text may begin at either.
  paddingInline: { base: '8', _narrow: '10' },
  '&::-webkit-search-cancel-button': { display: 'none' },
})
const hint = css({ position: 'absolute', insetInlineEnd: '2', pointerEvents: 'none', _narrow: { display: 'none' } })
const clear = css({
  position: 'absolute',
  insetInlineEnd: '1',
  display: 'grid',
  placeItems: 'center',
  width: { base: 'controlSm', _narrow: 'touch' },
  height: { base: 'controlSm', _narrow: 'touch' },
  padding: '0',
  border: 'none',
  borderRadius: 'xs',
  background: 'transparent',
  color: 'fg.muted',
  cursor: 'pointer',
  _hover: { color: 'fg.default' },
})
