import type { Template } from '@tocsin/core/resources/templates/types'
import { PRODUCT } from '@tocsin/core/base/constants'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import { css, cva } from 'styled-system/css'
import { useAccount } from '../../data/account'
import { useRecord } from '../../data/hooks'
import { resourceOf } from '../../data/resources'
import { showHref } from '../../navigation/hrefs'
import { Phone } from '../../preview/phone'
import { usePreferences } from '../../preferences'
import { dateText } from '../../record/display'
import { useRecordName } from '../../record/record-name'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { useT } from '../../words'
import { templateCommands } from './template-commands'
import { channelsOf } from './template-phone'
import './words'

/** The most tags that a card shows; the others are counted. */
const TAGS = 3

type Props = {
  template: Template
  /** True for the one card that Tab reaches. */
  isActive: boolean
  onPreview: () => void
  onFocus: () => void
  /** Offers the commands of the card. */
  onMore: () => void
}

/** A template as a card. Its link covers it; its buttons are for the pointer, and have keys. */
export const TemplateCard = memo(function TemplateCard({ template, isActive, onPreview, onFocus, onMore }: Props) {
  const t = useT()
  const { locale } = usePreferences()
  const { id, name, description, tags, createdAt } = template
  const stage = useRef<HTMLDivElement>(null)
  const isInView = useInView(stage)
  const { data } = useRecord(resourceOf('templates'), id, { enabled: isInView })
  const whole = data as Template | undefined
  const channels = useMemo(() => whole && channelsOf(whole), [whole])
  const viewer = useAccount()
  const commands = templateCommands(template, 'record', viewer)
  const [use, share] = ['use', 'share'].map((verb) => commands.find((one) => one.id === `templates.${verb}`))
  return (
    <li className={card({ isActive })}>
      <div className={stageLook} ref={stage} aria-hidden="true">
        {isInView && whole && <Phone app={whole} channels={channels} size="minified" />}
      </div>
      <div className={text}>
        <Link
          className={link}
          href={showHref('templates', id)}
          tabIndex={isActive ? 0 : -1}
          data-card={id}
          aria-describedby={`template-${id}`}
          onFocus={onFocus}
          dir="auto"
        >
          {name}
        </Link>
        <p className={about} id={`template-${id}`} dir="auto">
          {description}
        </p>
        {tags.length > 0 && (
          <p className={chips}>
            {tags.slice(0, TAGS).map((tag) => (
              <Chip key={tag}>{tag}</Chip>
            ))}
            {tags.length > TAGS && <Chip>+{tags.length - TAGS}</Chip>}
          </p>
        )}
      </div>
      <p className={facts}>
        <span>
          {channels && `${t('templates.total', { count: channels.length })} · `}
          {dateText(createdAt, locale)}
        </span>
        <Owner template={template} />
        <span className={more}>
          <Button look="quiet" icon="ellipsis" iconOnly tabIndex={-1} onClick={onMore}>
            {t('templates.actionsOf', { name })}
          </Button>
        </span>
      </p>
      <div className={tools} data-tools="">
        {use && (
          <Button size="small" look="primary" keys={['U']} tabIndex={-1} onClick={() => void use.run({})}>
            {t('resources.templates.use')}
          </Button>
        )}
        <Button size="small" keys={['V']} tabIndex={-1} onClick={onPreview}>
          {t('templates.preview')}
        </Button>
        {share && (
          <Button size="small" icon="externalLink" iconOnly tabIndex={-1} onClick={() => void share.run({})}>
            {t('resources.templates.share')}
          </Button>
        )}
      </div>
    </li>
  )
})

/** The client of a template, for those who see several. */
function Owner({ template: { clientId } }: Pick<Props, 'template'>) {
  const { userType } = useAccount()
  const { name, isKnown } = useRecordName('clients', userType === PRODUCT ? clientId : null)
  return isKnown ? <span dir="auto">{name}</span> : null
}

/** Returns whether an element is in view or near it. */
function useInView(ref: { current: HTMLElement | null }): boolean {
  const [isInView, setInView] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting === true), {
      rootMargin: '200px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return isInView
}

/** The place of a card that is being read. */
export const SkeletonCard = () => (
  <li className={card({ isActive: false })} aria-hidden="true">
    <div className={stageLook} />
    <div className={blank} />
  </li>
)

const card = cva({
  base: {
    position: 'relative',
    display: { base: 'flex', _narrow: 'grid' },
    flexDirection: 'column',
    gridTemplateColumns: '[96px 1fr]',
    minWidth: '0',
    border: '1px solid token(colors.border.subtle)',
    borderRadius: 'md',
    background: 'bg.surface',
    overflow: 'hidden',
    _hover: { borderColor: 'border.control' },
    '&:has(a:focus-visible)': { outline: '2px solid token(colors.focus.ring)', outlineOffset: '[1px]' },
    // The buttons of the other cards are not there; those of this one show on focus and under the pointer.
    '&:not(:hover):not(:focus-within) [data-tools]': { display: 'none' },
  },
  variants: { isActive: { true: { borderColor: 'border.control' }, false: {} } },
})
const stageLook = css({
  display: 'flex',
  justifyContent: 'center',
  height: { base: '[168px]', _narrow: '[148px]' },
  paddingTop: '3',
  overflow: 'hidden',
  // Two thirds of the small picture.
  '& > *': { zoom: { base: '1', _narrow: '0.64' } },
  background: 'bg.canvas',
  borderBottom: '1px solid token(colors.border.subtle)',
})
const text = css({ flex: '1', display: 'grid', alignContent: 'start', gap: '1', padding: '3', minWidth: '0' })
const link = css({
  textStyle: 'title',
  color: 'fg.default',
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  outline: 'none',
  // The whole card opens the template.
  _before: { content: '""', position: 'absolute', inset: '0' },
})
const about = css({ color: 'fg.muted', lineClamp: '2', overflowWrap: 'anywhere' })
const chips = css({ display: 'flex', flexWrap: 'wrap', gap: '1.5', marginTop: '1' })
const facts = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2',
  gridColumn: '1 / -1',
  paddingInline: '3',
  paddingBlock: '2',
  borderTop: '1px solid token(colors.border.subtle)',
  color: 'fg.muted',
  fontSize: 'xs',
})
const tools = css({
  position: 'absolute',
  top: '[120px]',
  insetInline: '0',
  display: 'flex',
  justifyContent: 'center',
  gap: '1',
  // On a narrow screen they are behind the button with the dots.
  _narrow: { display: 'none' },
})
const more = css({ position: 'relative', display: { base: 'none', _narrow: 'block' } })
const blank = css({ height: '[96px]' })
