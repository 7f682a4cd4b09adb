import { Link } from 'wouter'
import { css } from 'styled-system/css'
import { useT } from '../words'
import type { Marked } from './clusters'
import { cx } from '../ui/cx'

/** The most places listed; the list of sites has the others. */
const LISTED = 100

type Props = {
  places: readonly Marked[]
  /** The number of places that are far outside the view. */
  outside: number
  /** The sentence where nothing is on the map; empty while that is not known. */
  none: string
  hrefOf?: ((id: number) => string) | undefined
}

/** Lists the places of the map in words and with links, for users who cannot see the map or use no pointer. */
export function PlaceList({ places, outside, none, hrefOf }: Props) {
  const t = useT()
  // An empty line reserves the space, so that the layout does not jump.
  if (places.length === 0) return <p className={cx(frame, muted, line)}>{none}</p>
  const more = places.length - LISTED
  return (
    <details className={frame}>
      <summary className={cx(summary, muted)}>
        {t('map.places', { count: places.length })}
        {outside > 0 && `, ${t('map.outside', { count: outside })}`}
      </summary>
      <ul className={list}>
        {places.slice(0, LISTED).map(({ id, name, active }) => {
          const text = active ? name : t('map.inactive', { name })
          return (
            <li key={id} className={item} dir="auto">
              {hrefOf ? (
                <Link className={link} href={hrefOf(id)}>
                  {text}
                </Link>
              ) : (
                text
              )}
            </li>
          )
        })}
        {more > 0 && <li className={muted}>{t('map.more', { count: more })}</li>}
      </ul>
    </details>
  )
}

const frame = css({ flex: '1', minWidth: '0', paddingInline: '4', paddingBottom: '2' })
const summary = css({ width: '[fit-content]', borderRadius: 'xs', cursor: 'pointer' })
const line = css({ minHeight: 'controlSm' })
const muted = css({ color: 'fg.muted', textStyle: 'small' })
const list = css({
  listStyle: 'none',
  margin: '0',
  padding: '0',
  paddingTop: '1',
  columns: { base: '2', _narrow: '1' },
})
const item = css({ overflowWrap: 'anywhere', paddingBlock: { base: '0', _narrow: '2.5' } })
const link = css({ display: 'inline-block', minHeight: 'controlSm', paddingBlock: '0.5', color: 'accent.fg' })
