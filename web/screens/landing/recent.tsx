import { Link } from 'wouter'
import { css } from 'styled-system/css'
import { useAccount } from '../../data/account'
import { memoryOf } from '../../data/visits'
import { showHref } from '../../navigation/hrefs'
import { iconOf, placesOf } from '../../navigation/places'
import { Card } from '../../ui/card'
import { Icon } from '../../ui/icon'
import { useT } from '../../words'

/** The number of records shown. */
const SHOWN = 5

/** The records that were opened last on this browser, as the palette remembers them. */
export function Recent() {
  const t = useT()
  const account = useAccount()
  const places = placesOf(account)
  const recents = memoryOf(account.id)
    .recents.filter(({ noun }) => places.includes(noun))
    .slice(0, SHOWN)
  return (
    <Card title={t('landing.recent.title')}>
      {recents.length === 0 ? (
        <p className={nothing}>{t('landing.recent.none')}</p>
      ) : (
        <ul aria-label={t('landing.recent.title')}>
          {recents.map(({ noun, id, title }) => (
            <li key={`${noun} ${id}`}>
              <Link className={row} href={showHref(noun, id)} data-step>
                <Icon name={iconOf(noun)} />
                <span className={words} dir="auto">
                  {title} <span className={muted}>· {t(`resources.${noun}.name`)}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const nothing = css({ padding: '4', color: 'fg.muted' })
const row = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minHeight: { base: 'row', _narrow: 'touch' },
  paddingInline: '4',
  paddingBlock: '1',
  color: 'fg.default',
  textDecoration: 'none',
  outlineOffset: '[-2px]',
  _hover: { background: 'bg.hover' },
  '& svg': { color: 'fg.muted', flexShrink: '0' },
})
const words = css({ minWidth: '0', overflowWrap: 'anywhere' })
const muted = css({ color: 'fg.muted' })
