import { useEffect, useRef } from 'react'
import { css, cva } from 'styled-system/css'

export type Tab<Name extends string> = { name: Name; label: string; count?: string | undefined }

type Props<Name extends string> = {
  tabs: readonly Tab<Name>[]
  current: Name
  label: string
  onChoose: (name: Name) => void
}

/** Tabs in the WAI-ARIA manner: one tab stop, arrows move and choose. The panel has `id={panelId(name)}`. */
export function Tabs<Name extends string>({ tabs, current, label, onChoose }: Props<Name>) {
  const at = tabs.findIndex(({ name }) => name === current)
  const strip = useRef<HTMLDivElement>(null)
  // On a narrow screen the tabs scroll sideways in a strip: the current one is always in sight.
  useEffect(() => {
    const [box, tab] = [strip.current, document.getElementById(tabId(current))]
    if (box && tab) box.scrollLeft = tab.offsetLeft - (box.clientWidth - tab.offsetWidth) / 2
  }, [current])
  const step = (event: React.KeyboardEvent<HTMLElement>) => {
    const moves: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }
    const to = moves[event.key]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const tab = tabs[(to + tabs.length) % tabs.length]
    if (!tab) return
    event.preventDefault()
    event.stopPropagation()
    onChoose(tab.name)
    document.getElementById(tabId(tab.name))?.focus()
  }
  return (
    <div className={list} ref={strip} role="tablist" aria-label={label}>
      {tabs.map(({ name, label: text, count }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={tabId(name)}
          aria-selected={name === current}
          aria-controls={panelId(name)}
          tabIndex={name === current ? 0 : -1}
          className={tab}
          onKeyDown={step}
          onClick={() => onChoose(name)}
        >
          <span className={words} data-words={text}>
            {text}
          </span>
          {count !== undefined && <span className={number}>{count}</span>}
        </button>
      ))}
    </div>
  )
}

const tabId = (name: string) => `tab-${name}`
export const panelId = (name: string) => `panel-${name}`

type PanelProps = { name: string; scrollsItself: boolean; children: React.ReactNode }

/** The content of a tab. `scrollsItself` is for content that scrolls by itself, such as a table. */
export function TabPanel({ name, scrollsItself, children }: PanelProps) {
  return (
    <div className={panel({ scrollsItself })} role="tabpanel" id={panelId(name)} aria-labelledby={tabId(name)}>
      {children}
    </div>
  )
}

const list = css({
  position: 'relative',
  display: 'flex',
  gap: '5',
  flexShrink: '0',
  paddingInline: { base: '6', _narrow: '4' },
  overflowX: 'auto',
  borderBottom: '1px solid token(colors.border.subtle)',
})
const tab = css({
  display: 'flex',
  alignItems: 'center',
  gap: '1.5',
  height: { base: 'row', _narrow: 'touch' },
  padding: '0',
  border: 'none',
  borderBottom: '2px solid transparent',
  background: 'transparent',
  color: 'fg.muted',
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  _hover: { color: 'fg.default' },
  '&[aria-selected=true]': { color: 'fg.default', fontWeight: 'medium', borderBottomColor: 'accent.fg' },
})
// Each tab is as wide as its words in the weight of the current one, so that none moves when another is chosen.
const words = css({
  display: 'inline-grid',
  _after: {
    content: 'attr(data-words)',
    height: '0',
    overflow: 'hidden',
    visibility: 'hidden',
    fontWeight: 'medium',
  },
})
const number = css({ color: 'fg.subtle', fontSize: 'xs' })
const panel = cva({
  base: { display: 'flex', flexDirection: 'column', flex: '1', minHeight: '0', outline: '[0]' },
  variants: { scrollsItself: { true: { paddingTop: '3' }, false: {} } },
})
