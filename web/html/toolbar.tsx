import { useRef, useState, type KeyboardEvent } from 'react'
import { css, cva } from 'styled-system/css'
import { Picture } from './pictures'

export type ToolbarButton = {
  id: string
  /** The spoken name; the id selects the picture. */
  label: string
  /** The state of a toggle; absent if the button is no toggle. */
  on?: boolean | undefined
  blocked: boolean
  run: () => void
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** A toolbar by the ARIA practices: one tab stop, arrows within. */
export function Toolbar({
  label,
  controls,
  buttons,
}: {
  label: string
  controls: string
  buttons: readonly ToolbarButton[]
}) {
  const [at, setAt] = useState(0)
  const frame = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    const next = step(at, buttons.length)
    setAt(next)
    frame.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div
      ref={frame}
      role="toolbar"
      tabIndex={-1}
      aria-label={label}
      aria-controls={controls}
      className={bar}
      onKeyDown={move}
    >
      {buttons.map(({ id, label: name, on, blocked, run }, index) => (
        <button
          key={id}
          type="button"
          className={tool({ on: on === true })}
          tabIndex={index === at ? 0 : -1}
          aria-label={name}
          title={name}
          aria-pressed={on}
          aria-disabled={blocked || undefined}
          // A press of the mouse leaves the cursor in the text.
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => setAt(index)}
          onClick={() => !blocked && run()}
        >
          <Picture of={id} />
        </button>
      ))}
    </div>
  )
}

const bar = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '1',
  padding: '1',
  borderBottom: '1px solid token(colors.border.subtle)',
})
const tool = cva({
  base: {
    minWidth: { base: 'control', _narrow: 'touch' },
    height: { base: 'control', _narrow: 'touch' },
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    borderRadius: 'sm',
    fontWeight: 'medium',
    cursor: 'pointer',
    _hover: { background: 'bg.hover' },
    _ariaDisabled: { color: 'fg.subtle', cursor: 'default' },
  },
  variants: { on: { true: { background: 'accent.subtle', color: 'accent.fg' }, false: { color: 'fg.muted' } } },
})
