import { useEffect, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react'
import { Link } from 'wouter'
import { css, cva } from 'styled-system/css'
import { useScreenCommands } from '../commands/use-commands'
import { addFocusHome } from '../ui/focus'
import { PAGE_TITLE } from '../navigation/page-title'
import { upCommand } from '../commands/up'
import { useT } from '../words'
import { Icon } from '../ui/icon'

export type Crumb = { label: string; href: string }

type Props = {
  title: string
  /** Content beside the title: a state, a count. */
  badge?: ReactNode
  /** A description under the title. */
  about?: string | undefined
  /** The pages above, from the widest. The page itself is not among them. */
  crumbs?: readonly Crumb[]
  /** The actions, at the right of the head. */
  actions?: ReactNode
  /** Tabs below the head. */
  tabs?: ReactNode
  /** True if the content scrolls by itself, as a table does. */
  scrollsItself?: boolean
  /** The line at the foot. */
  status?: ReactNode
  children: ReactNode
}

/** The frame of a screen. Its heading takes the focus on arrival, unless something inside has taken it. */
export function Page({
  title,
  badge,
  about,
  crumbs = [],
  actions,
  tabs,
  scrollsItself = false,
  status,
  children,
}: Props) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  // The commands change only with the crumbs, and not at every render.
  const way = JSON.stringify(crumbs)
  const added = useMemo(
    () => ({ chips: [], commands: (JSON.parse(way) as Crumb[]).toReversed().map(upCommand) }),
    [way],
  )
  useScreenCommands('page', added)
  // The layout effect runs before the effects of the children, so that the innermost home is registered last.
  useLayoutEffect(() => addFocusHome(() => heading.current), [])
  useEffect(() => {
    document.title = `${title} · tocsin`
  }, [title])
  useEffect(() => {
    const focused = document.activeElement
    const content = document.getElementById('content')
    // On arrival the focus is on the previous page, or nowhere. A dialog keeps the focus.
    const isInside = content !== focused && content?.contains(focused) === true
    if (!isInside && !focused?.closest('[data-overlay]')) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <div className={head}>
        <div className={titles({ deep: crumbs.length > 0 })}>
          {crumbs.length > 0 && (
            <nav aria-label={t('screens.path')}>
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
          {about && (
            <p className={description} dir="auto">
              {about}
            </p>
          )}
        </div>
        {actions && <div className={tools}>{actions}</div>}
      </div>
      {tabs}
      <div className={scrollsItself ? filled : scrolled}>{children}</div>
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
// The name keeps room to be read; the rest wraps below it.
const titles = cva({
  base: { flex: '1' },
  variants: {
    // A page below a list has a state beside its name.
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
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  // On a narrow screen a name takes the lines it needs.
  whiteSpace: { base: 'nowrap', _narrow: 'normal' },
  overflowWrap: 'anywhere',
})
const description = css({
  marginTop: '1',
  maxWidth: 'page',
  color: 'fg.muted',
  overflowWrap: 'anywhere',
  lineClamp: '2',
})
// The name shrinks, and never the content beside it.
const beside = css({ display: 'inline-flex', alignItems: 'center', gap: '2', flexShrink: '0' })
const tools = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' })
const filled = css({ flex: '1', minHeight: '0', display: 'flex', flexDirection: 'column' })
const scrolled = css({
  flex: '1',
  minHeight: '0',
  // Text for screen readers is positioned absolutely: relative to this element, it does not lengthen the page.
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
