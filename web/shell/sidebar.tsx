import { useAtom, useAtomValue } from 'jotai/react'
import { Fragment } from 'react'
import { Link, useLocation } from 'wouter'
import { css } from 'styled-system/css'
import { useAccount } from '../data/account'
import { useHandlers } from '../data/handlers-v2'
import { SIDEBAR_GROUPS } from '../data/views'
import { iconOf, sidebarOf } from '../navigation/places'
import { listHref, screenAt } from '../navigation/hrefs'
import { foldedAtom, sidebarRoomAtom } from '../navigation/sidebar-room'
import { useT } from '../words'
import { Icon, type IconName } from '../ui/icon'
import { useTablet } from './use-tablet'
import { srOnly } from '../ui/sr-only'
import { cx } from '../ui/cx'

/** The lists that the account may see, in the order of the specification. The sidebar folds to its icons. */
export function Sidebar({ onGo }: { onGo?: () => void }) {
  const t = useT()
  const account = useAccount()
  const [chosen, setFolded] = useAtom(foldedAtom)
  const tablet = useTablet()
  const isWanted = useAtomValue(sidebarRoomAtom)
  const folded = chosen ?? (tablet || isWanted)
  useHandlers()
  const isFolded = folded && !onGo
  const entry = (resource: string) => (
    <Entry key={resource} href={listHref(resource)} icon={iconOf(resource)} folded={isFolded} onGo={onGo}>
      {t(`resources.${resource}.names`)}
    </Entry>
  )
  return (
    <nav className={cx(side, isFolded && narrow)} aria-label={t('shell.sidebar')}>
      {SIDEBAR_GROUPS.map((group) => {
        const lists = sidebarOf(account, group)
        if (group === 'main')
          return (
            <ul key={group} className={list}>
              <Entry href="/" icon="house" folded={isFolded} onGo={onGo}>
                {t('shell.home')}
              </Entry>
              {lists.map(entry)}
            </ul>
          )
        return (
          lists.length > 0 && (
            <Fragment key={group}>
              <h2 className={isFolded ? srOnly : caption}>{t(`shell.${group}`)}</h2>
              <ul className={cx(list, isFolded && apart)}>{lists.map(entry)}</ul>
            </Fragment>
          )
        )
      })}
      <div className={foot}>
        {!isFolded && <p>{t('web.disclaimer')}</p>}
        {!onGo && (
          <button type="button" className={fold} aria-expanded={!folded} onClick={() => setFolded(!folded)}>
            <Icon name={folded ? 'chevronRight' : 'chevronLeft'} />
            <span className={folded ? srOnly : undefined}>{t(folded ? 'shell.unfold' : 'shell.fold')}</span>
          </button>
        )}
      </div>
    </nav>
  )
}

type EntryProps = { href: string; icon: IconName; folded: boolean; onGo: (() => void) | undefined; children: string }

function Entry({ href, icon, folded, onGo, children }: EntryProps) {
  const [path] = useLocation()
  const screen = screenAt(path)
  const isHere = path === href || (screen !== null && listHref(screen.resource.name) === href)
  return (
    <li>
      <Link
        className={link}
        href={href}
        aria-current={isHere ? 'page' : undefined}
        // A long name may be cut.
        title={children}
        onClick={() => onGo?.()}
      >
        <Icon name={icon} />
        <span className={folded ? srOnly : text}>{children}</span>
      </Link>
    </li>
  )
}

const side = css({
  display: 'flex',
  flexDirection: 'column',
  width: 'sidebar',
  flexShrink: '0',
  padding: '3',
  overflow: 'auto',
  background: 'bg.sidebar',
  borderInlineEnd: '1px solid token(colors.border.subtle)',
})
const narrow = css({ width: 'sidebarFolded', paddingInline: '2' })
// A name that is too long is cut, and moves no entry.
const list = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  gap: '0.5',
  listStyle: 'none',
  margin: '0',
  padding: '0',
})
const link = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2.5',
  minHeight: { base: 'control', _narrow: 'touch' },
  paddingInline: '2',
  borderRadius: 'sm',
  color: 'fg.muted',
  textDecoration: 'none',
  _hover: { background: 'bg.hover', color: 'fg.default' },
  '&[aria-current]': { background: 'bg.active', color: 'fg.default', fontWeight: 'medium' },
  '&[aria-current] svg': { color: 'accent.fg' },
})
const text = css({ minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })
const caption = css({ textStyle: 'caption', color: 'fg.subtle', paddingInline: '2', marginTop: '4', marginBottom: '1' })
// The folded sidebar has no room for the caption: a line replaces it.
const apart = css({ marginTop: '3', paddingTop: '3', borderTop: '1px solid token(colors.border.subtle)' })
const foot = css({
  display: 'grid',
  gap: '2',
  marginTop: 'auto',
  paddingTop: '3',
  color: 'fg.subtle',
  fontSize: '2xs',
  lineHeight: '2xs',
  '& p': { paddingInline: '2' },
})
const fold = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2.5',
  minHeight: 'control',
  paddingInline: '2',
  border: 'none',
  borderRadius: 'sm',
  background: 'transparent',
  color: 'fg.subtle',
  fontSize: 'xs',
  cursor: 'pointer',
  _hover: { background: 'bg.hover', color: 'fg.default' },
})
