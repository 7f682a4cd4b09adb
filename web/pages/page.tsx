import { useEffect, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react'
import { Link } from 'wouter'
import { css, cva } from 'styled-system/css'
import { useLentCommands } from '../commands/lent'
import { addFocusHome } from '../ui/focus'
import { PAGE_TITLE } from '../navigation/page-title'
import { upCommand } from '../commands/up'
import { useT } from '../words'
import { Icon } from '../ui/icon'

export type Crumb = { label: string; href: string }

type Props = {
  title: string
  /** Beside the title: a state, a count. */
  badge?: ReactNode
  /** The way up, from the widest. The page itself is not among them. */
  crumbs?: readonly Crumb[]
  /** At the right of the head: what can be done here. */
  actions?: ReactNode
  /** Tabs below the head. */
  tabs?: ReactNode
  /** Whether the content scrolls by itself, as a table does. */
  fills?: boolean
  /** The line at the foot. */
  status?: ReactNode
  children: ReactNode
}

/** The frame of a screen. Its heading takes the focus when one arrives, unless something inside has taken it. */
export function Page({ title, badge, crumbs = [], actions, tabs, fills = false, status, children }: Props) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  // Anew only where the way up is another, and not at every drawing.
  const way = JSON.stringify(crumbs)
  const lent = useMemo(() => ({ chips: [], commands: (JSON.parse(way) as Crumb[]).toReversed().map(upCommand) }), [way])
  useLentCommands('page', lent)
  // Before the effects of what is inside, which come first otherwise: the innermost home has to be the last.
  useLayoutEffect(() => addFocusHome(() => heading.current), [])
  useEffect(() => {
    document.title = `${title} · tocsin`
  }, [title])
  useEffect(() => {
    const focused = document.activeElement
    const content = document.getElementById('content')
    // Arriving: what has the focus is of the page before, or nothing. A dialog keeps it.
    const isInside = content !== focused && content?.contains(focused) === true
    if (!isInside && !focused?.closest('[data-overlay]')) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <div className={head}>
        <div className={titles({ deep: crumbs.length > 0 })}>
          {crumbs.length > 0 && (
            <nav aria-label={t('shell.path')}>
              <ol className={path}>
                {crumbs.map(({ label, href }, at) => (
                  <li key={href} className={step}>
                    <Link className={crumb} href={href} dir="auto">
                      {label}
                    </Link>
                    {at < crumbs.length - 1 && <Icon name="chevronRight" className={small} />}
                  </li>
                ))}
              </ol>
            </nav>
          )}
          <div className={line}>
            <h1 className={name} id={PAGE_TITLE} ref={heading} tabIndex={-1} dir="auto">
              {title}
            </h1>
            {badge && <span className={beside}>{badge}</span>}
          </div>
        </div>
        {actions && <div className={tools}>{actions}</div>}
      </div>
      {tabs}
      <div className={fills ? filled : scrolled}>{children}</div>
      {status && <div className={foot}>{status}</div>}
    </>
  )
}

const head = css({
  display: 'flex',
  alignItems: { base: 'flex-end', _narrow: 'center' },
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  gap: '2',
  flexShrink: '0',
  paddingInline: { base: '6', _narrow: '4' },
  paddingTop: { base: '4', _narrow: '2' },
  paddingBottom: { base: '3', _narrow: '2' },
})
// A name has room to be read; what does not fit beside it goes below.
const titles = cva({
  base: { flex: '1' },
  variants: {
    // What lies below a list has a state beside its name.
    deep: {
      true: { minWidth: { base: '[240px]', _narrow: '[220px]' } },
      false: { minWidth: { base: '[240px]', _narrow: '[180px]' } },
    },
  },
})
const path = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  listStyle: 'none',
  margin: '0',
  padding: '0',
})
const step = css({ display: 'flex', alignItems: 'center', minWidth: '0' })
const crumb = css({
  color: 'fg.muted',
  fontSize: 'xs',
  lineHeight: 'xs',
  textDecoration: 'none',
  maxWidth: 'sidebar',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  _hover: { color: 'fg.default', textDecoration: 'underline' },
})
const small = css({ width: '3', height: '3', color: 'fg.subtle', marginInline: '1' })
const line = css({
  marginTop: '0.5',
  display: 'flex',
  alignItems: 'center',
  gap: '2.5',
  minWidth: '0',
})
const name = css({
  textStyle: 'heading',
  minWidth: '0',
  borderRadius: 'xs',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  // Where there is no room beside it, a name takes the lines it needs.
  whiteSpace: { base: 'nowrap', _narrow: 'normal' },
  overflowWrap: 'anywhere',
})
// The name gives way, and never what stands beside it.
const beside = css({ display: 'inline-flex', alignItems: 'center', gap: '2', flexShrink: '0' })
const tools = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' })
const filled = css({ flex: '1', minHeight: '0', display: 'flex', flexDirection: 'column' })
const scrolled = css({
  flex: '1',
  minHeight: '0',
  // What is only heard is laid out absolutely: here, and not as a length of the page.
  position: 'relative',
  overflow: 'auto',
  paddingInline: { base: '6', _narrow: '4' },
  paddingBlock: '6',
})
const foot = css({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '4',
  flexShrink: '0',
  minHeight: 'row',
  paddingInline: { base: '6', _narrow: '4' },
  borderTop: '1px solid token(colors.border.subtle)',
  background: 'bg.sidebar',
  color: 'fg.muted',
  fontSize: 'xs',
})
