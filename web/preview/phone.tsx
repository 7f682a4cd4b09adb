import { memo, useCallback, useEffect, useId, useRef, useState, type CSSProperties } from 'react'
import { flushSync } from 'react-dom'
import { css, cva } from 'styled-system/css'
import { useT } from '../words'
import type { PhoneSize } from '@tocsin/core/resources/apps/theme'
import { cx } from '../ui/cx'
import { outlineOf } from '../ui/icon'
import { lookOf, type Banner, type PreviewApp } from './look-of'
import { materialOutline } from '../ui/material-icons'
import { Outline } from '../ui/outline'
import { groupOf, labelOf, pageOf, type PhoneButton, type PreviewChannel } from './page-of'
import './words'

type Props = {
  app: PreviewApp
  /** All channels of the app, in any order; undefined until they are known. */
  channels: readonly PreviewChannel[] | undefined
  /** The id of the channel that is being edited: its page is shown, and its button is outlined. */
  marked?: number | undefined
  /** The origin whose images are shown; else that of the page. */
  origin?: string
  /** `minified` is a small picture of the first page, in which nothing can be pressed. */
  size?: PhoneSize
}

const NO_CHANNELS: readonly PreviewChannel[] = []

const variables = (values: Record<string, string>) => values as CSSProperties

/**
 * Draws an app as a phone shows it (APP-11 to APP-13). Groups and the toggle are buttons; the other channels do nothing
 * here, and are read as a list.
 */
export function Phone({ app, channels, marked, origin = location.origin, size = 'whole' }: Props) {
  const t = useT()
  /** The group that was opened here; undefined until then, so that the page of the marked channel is shown. */
  const [opened, setOpenId] = useState<number | null | undefined>(undefined)
  const frame = useRef<HTMLElement>(null)
  const { title, banner, colors } = lookOf(app, origin)
  const around = channels?.find(({ id }) => id === marked)?.config.parentId ?? null
  const group = groupOf(channels ?? NO_CHANNELS, opened === undefined ? around : opened)

  /** Shows another page. The focus goes into an opened group, and from there back to where it was opened. */
  const turn = useCallback((to: number | null, focus: string) => {
    flushSync(() => setOpenId(to))
    frame.current?.querySelector<HTMLElement>(focus)?.focus()
  }, [])
  const open = useCallback((id: number) => turn(id, '[data-back]'), [turn])
  const groupId = group?.id ?? null
  const isDrawn = channels !== undefined
  useEffect(() => {
    const [button, list] = ['[aria-current]', '[data-pages]'].map((at) => frame.current?.querySelector(at))
    if (!isDrawn || marked === undefined || !button || !list) return
    // Only the phone scrolls, and never the page around it.
    const [its, seen] = [button.getBoundingClientRect(), list.getBoundingClientRect()]
    if (its.top < seen.top || its.bottom > seen.bottom) list.scrollTop += its.top - seen.top - seen.height / 3
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another page of the phone has another place of it
  }, [marked, groupId, isDrawn])

  return (
    <section
      ref={frame}
      className={phone({ size })}
      inert={size === 'minified'}
      aria-label={t('preview.of', { name: title || t('preview.unnamed') })}
      // The colours in here are the client's data, which no theme chooses.
      data-app-colors=""
      style={variables({
        '--app-header': colors.headerColor,
        '--app-text': colors.textColor,
        '--app-background': colors.backgroundColor,
        '--app-secondary': colors.secondaryColor,
        '--app-secondary-background': colors.secondaryBackgroundColor,
      })}
    >
      <div className={screen}>
        <div className={head} data-part="header">
          <div className={clock} aria-hidden="true">
            <span>9:41</span>
            <span>5G</span>
          </div>
          <div className={bar}>
            <Outline path={outlineOf('menu')} look={medium} />
            <p className={name} dir="auto">
              {title || t('preview.unnamed')}
            </p>
            <Outline path={outlineOf('user')} look={medium} />
          </div>
        </div>
        {/* It scrolls by itself, and by keys only where it can take the focus. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <section className={pages} tabIndex={0} aria-label={t('preview.screen')} data-pages="">
          {banner && group === null && <BannerStrip banner={banner} />}
          {group && (
            <div className={where}>
              <button
                type="button"
                className={cx(back, ring)}
                data-back=""
                aria-label={t('preview.backFrom', { name: labelOf(group) })}
                onClick={() => turn(parentOf(channels ?? NO_CHANNELS, group), `[data-channel="${group.id}"]`)}
              >
                <Outline path={outlineOf('chevronLeft')} look={small} />
                {t('preview.back')}
              </button>
              <p className={groupName} dir="auto">
                {labelOf(group)}
              </p>
            </div>
          )}
          {channels && (
            <Buttons
              channels={channels}
              themeName={app.config?.themeName}
              groupId={groupId}
              marked={marked}
              size={size}
              onOpen={open}
            />
          )}
        </section>
        <div className={homeBar} aria-hidden="true" />
      </div>
    </section>
  )
}

/** Returns the group around a group; null on the first page. */
const parentOf = (channels: readonly PreviewChannel[], { config }: PreviewChannel): number | null =>
  groupOf(channels, config.parentId ?? null)?.id ?? null

type ButtonsProps = {
  channels: readonly PreviewChannel[]
  themeName: unknown
  groupId: number | null
  marked: number | undefined
  size: PhoneSize
  onOpen: (id: number) => void
}

/** The buttons of a page. A letter typed into a colour or a name draws none of them again. */
const Buttons = memo(function Buttons({ channels, themeName, groupId, marked, size, onOpen }: ButtonsProps) {
  const t = useT()
  const list = useId()
  /** True if the toggle shows the secondary buttons; undefined until it is pressed. */
  const [pressed, setMore] = useState<boolean | undefined>(undefined)
  const group = groupOf(channels, groupId)
  const { primary, secondary, hasToggle } = pageOf(channels, themeName, group, size)
  const hasMore = pressed ?? secondary.some(({ id }) => id === marked)
  const secondaryShown = !hasToggle || hasMore
  const inGroup = group && t('preview.inGroup', { name: labelOf(group) })
  if (primary.length + secondary.length === 0)
    return <p className={none}>{t(group ? 'preview.emptyGroup' : 'preview.empty')}</p>
  return (
    <>
      {primary.length > 0 && (
        <ul className={buttons} aria-label={inGroup ?? t('preview.primary')}>
          {primary.map((button) => (
            <ChannelButton key={button.id} button={button} isPrimary isMarked={button.id === marked} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {hasToggle && (
        <button
          type="button"
          className={cx(toggle, ring)}
          aria-expanded={hasMore}
          aria-controls={list}
          onClick={() => setMore(!hasMore)}
        >
          {t(hasMore ? 'preview.fewer' : 'preview.more')}
          <Outline path={outlineOf(hasMore ? 'chevronUp' : 'chevronDown')} look={small} />
        </button>
      )}
      {secondary.length > 0 && (
        <ul className={buttons} id={list} hidden={!secondaryShown} aria-label={inGroup ?? t('preview.secondary')}>
          {secondaryShown &&
            secondary.map((button) => (
              <ChannelButton
                key={button.id}
                button={button}
                isPrimary={false}
                isMarked={button.id === marked}
                onOpen={onOpen}
              />
            ))}
        </ul>
      )}
    </>
  )
})

type ChannelProps = { button: PhoneButton; isPrimary: boolean; isMarked: boolean; onOpen: (id: number) => void }

function ChannelButton({ button, isPrimary, isMarked, onOpen }: ChannelProps) {
  const t = useT()
  const { id, label, icon, opens, height, colors } = button
  const outline = icon === null ? undefined : materialOutline(icon)
  const look = {
    className: cx(channel, isPrimary ? tall : flat, opens && ring, opens && opening),
    'data-channel': id,
    style: {
      height,
      ...variables({ '--text': colors.textColor, '--from': colors.bgColor1, '--to': colors.bgColor2 }),
    },
  }
  const inside = (
    <>
      {outline !== undefined && <Outline path={outline} look={isPrimary ? large : medium} />}
      {/* What the icon looks like is known to nobody here, so that its name stands for it. */}
      {icon !== null && outline === undefined && <span className={iconName}>{icon}</span>}
      <span className={words}>
        <span className={text} dir="auto">
          {label}
        </span>
        {opens && <Outline path={outlineOf('chevronRight')} look={small} />}
      </span>
    </>
  )
  return (
    <li className={item} aria-current={isMarked || undefined}>
      {opens ? (
        <button
          type="button"
          aria-label={t('preview.groupNamed', { name: label })}
          {...look}
          onClick={() => onOpen(id)}
        >
          {inside}
        </button>
      ) : (
        <div {...look}>{inside}</div>
      )}
    </li>
  )
}

function BannerStrip({ banner: { src, host, nickname } }: { banner: Banner }) {
  const t = useT()
  return (
    <div className={strip} data-part="banner">
      {src !== null && <img className={picture} src={src} alt={t('preview.banner')} />}
      {host !== null && (
        <p className={placeholder} dir="ltr">
          <Outline path={IMAGE} look={small} />
          <span className={text}>{t('preview.elsewhere', { host })}</span>
        </p>
      )}
      {nickname !== null && (
        <p className={cx(strapline, src !== null && overPicture)} dir="auto">
          {nickname}
        </p>
      )}
    </div>
  )
}

const IMAGE =
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2M7 9a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M21 15l-3.086-3.086a2 2 0 0 0-2.828 0L6 21'

const phone = cva({
  base: {
    flexShrink: '0',
    border: '1px solid token(colors.border.default)',
    background: '[#16171a]',
    boxShadow: 'popover',
  },
  variants: {
    size: {
      whole: {
        width: '[288px]',
        maxWidth: 'full',
        // The whole phone stays in sight beside a page with a head and a foot.
        height: '[min(584px, max(440px, 100dvh - 352px))]',
        padding: '2',
        borderRadius: '[38px]',
      },
      // Everything but the buttons, which have heights of their own, is drawn at half its size.
      minified: {
        width: '[144px]',
        height: '[232px]',
        padding: '1',
        borderRadius: '[20px]',
        '& *': { fontSize: '[7px]', lineHeight: '[9px]' },
        '& svg': { width: '[10px]', height: '[10px]' },
        '& ul': { gap: '1' },
        // The smallest buttons have no room for two lines.
        '& li > *': { flexDirection: 'row', alignItems: 'center', borderRadius: '[5px]', padding: '1', gap: '1' },
        '& li > * > :last-child': { marginTop: '0' },
        '& > div': { borderRadius: '[16px]' },
        '& section': { gap: '1', padding: '1.5' },
        '& section button': { minHeight: '[14px]', padding: '0', borderRadius: '[4px]' },
        '& [data-part=header] > *': { padding: '1', paddingInline: '2', gap: '1' },
        '& [data-part=banner]': { minHeight: '[28px]', borderRadius: '[5px]' },
      },
    },
  },
})
const screen = css({
  display: 'flex',
  flexDirection: 'column',
  height: 'full',
  borderRadius: '[30px]',
  overflow: 'hidden',
  position: 'relative',
  background: '[var(--app-secondary-background)]',
  color: '[var(--app-secondary)]',
})
const head = css({ flexShrink: '0', background: '[var(--app-header)]', color: '[var(--app-text)]' })
const clock = css({
  display: 'flex',
  justifyContent: 'space-between',
  paddingInline: '5',
  paddingTop: '2',
  textStyle: 'caption',
  fontWeight: 'semibold',
})
const bar = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2.5',
  paddingInline: '4',
  paddingTop: '2.5',
  paddingBottom: '3',
})
const name = css({
  flex: '1',
  minWidth: '0',
  textStyle: 'title',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
const pages = css({
  flex: '1',
  minHeight: '0',
  display: 'flex',
  flexDirection: 'column',
  gap: '2.5',
  padding: '3',
  paddingBottom: '6',
  overflowY: 'auto',
  position: 'relative',
  _focusVisible: { outline: '2px solid token(colors.focus.ring)', outlineOffset: '[-4px]' },
})
const buttons = css({
  display: 'grid',
  gap: '2.5',
  margin: '0',
  padding: '0',
  listStyle: 'none',
  '&[hidden]': { display: 'none' },
})
const channel = css({
  display: 'flex',
  width: 'full',
  minWidth: '0',
  paddingInline: '3',
  border: '1px solid transparent',
  borderRadius: '[14px]',
  overflow: 'hidden',
  textAlign: 'start',
  color: '[var(--text)]',
  backgroundImage: '[linear-gradient(var(--from), var(--to))]',
})
// The colours around the outline are the client's as well.
const item = css({
  minWidth: '0',
  borderRadius: '[14px]',
  '&[aria-current]': {
    outline: '2px solid token(colors.fg.default)',
    outlineOffset: '[2px]',
    boxShadow: '[0 0 0 2px token(colors.bg.surface)]',
  },
})
const tall = css({
  flexDirection: 'column',
  paddingBlock: '3',
  fontSize: 'lg',
  lineHeight: 'lg',
  fontWeight: 'medium',
  // A label alone is at the foot of its button as well.
  '& > :last-child': { marginTop: 'auto' },
})
const flat = css({
  flexDirection: 'row',
  alignItems: 'center',
  gap: '2.5',
  paddingBlock: '1',
  fontSize: 'sm',
  lineHeight: 'sm',
  fontWeight: 'medium',
})
const opening = css({ cursor: 'pointer', fontFamily: '[inherit]' })
// The colours around a button are the client's: the ring brings its own ground.
const ring = css({
  _focusVisible: {
    outline: '2px solid token(colors.focus.ring)',
    outlineOffset: '[1px]',
    boxShadow: '[0 0 0 5px token(colors.bg.surface)]',
  },
})
const words = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2',
  width: 'full',
  minWidth: '0',
})
const text = css({ minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })
const iconName = css({
  textStyle: 'mono',
  maxWidth: 'full',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  flexShrink: '0',
})
const large = css({ width: '[24px]', height: '[24px]' })
const medium = css({ width: '5', height: '5' })
const small = css({ width: 'iconSm', height: 'iconSm' })
const toggle = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '1.5',
  flexShrink: '0',
  minHeight: { base: 'control', _narrow: 'touch' },
  border: '1px solid transparent',
  borderRadius: '[10px]',
  background: '[color-mix(in srgb, var(--app-secondary) 10%, transparent)]',
  color: '[inherit]',
  fontSize: 'xs',
  fontWeight: 'medium',
  cursor: 'pointer',
})
const where = css({ display: 'flex', alignItems: 'center', gap: '2', minWidth: '0' })
const back = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  flexShrink: '0',
  minHeight: { base: 'control', _narrow: 'touch' },
  paddingInline: '2',
  border: '1px solid transparent',
  borderRadius: '[10px]',
  background: 'transparent',
  color: '[inherit]',
  fontSize: 'xs',
  fontWeight: 'medium',
  cursor: 'pointer',
})
const groupName = css({
  textStyle: 'title',
  minWidth: '0',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
const none = css({ textStyle: 'small', textAlign: 'center', paddingBlock: '6' })
const strip = css({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'flex-end',
  gap: '1',
  flexShrink: '0',
  minHeight: '[72px]',
  borderRadius: '[12px]',
  overflow: 'hidden',
  background: '[var(--app-background)]',
  color: '[var(--app-text)]',
})
const picture = css({ position: 'absolute', inset: '0', width: 'full', height: 'full', objectFit: 'cover' })
const placeholder = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '1.5',
  flex: '1',
  minWidth: '0',
  paddingInline: '3',
  textStyle: 'small',
})
const strapline = css({
  paddingInline: '3',
  paddingBlock: '2',
  textStyle: 'title',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
// Nobody knows how light the picture is where the words are.
const overPicture = css({ position: 'relative', background: '[var(--app-background)]' })
const homeBar = css({
  position: 'absolute',
  bottom: '1.5',
  insetInline: '[100px]',
  height: '[4px]',
  borderRadius: 'full',
  background: '[var(--app-secondary)]',
})
