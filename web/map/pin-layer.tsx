import { useMemo } from 'react'
import type { PigeonProps } from 'pigeon-maps'
import { Link } from 'wouter'
import { css } from 'styled-system/css'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import { usePreferences } from '../preferences'
import { useT } from '../words'
import { clustered, type Cluster, type Marked } from './clusters'
import { clampCoordinates, pixelsPerKilometre, ZOOM } from './projection'
import { cx } from '../ui/cx'

/** Distance outside the map beyond which nothing is drawn, in pixels. */
const MARGIN = 40
/** Smallest radius at which a ring is drawn, in pixels. */
const LEAST_RING = 6

type Props = PigeonProps & {
  places: readonly Marked[]
  hrefOf?: ((id: number) => string) | undefined
  onZoom: (cluster: Cluster) => void
}

/** The pins with their rings, and clusters with their number. They need a pointer; `PlaceList` does not. */
export function PinLayer({ mapState, latLngToPixel, places, hrefOf, onZoom }: Props) {
  const t = useT()
  const { locale } = usePreferences()
  const { width = 0, height = 0, zoom = 0 } = mapState ?? {}
  const level = Math.round(zoom)
  const clusters = useMemo(() => clustered(places, level, ZOOM.max - 1), [places, level])
  // Pigeon draws once before it knows its size.
  if (!latLngToPixel || width <= 0 || height <= 0) return null

  const shown = clusters.flatMap((cluster) => {
    const [x, y] = latLngToPixel([...clampCoordinates([cluster.lat, cluster.lng])])
    const radius = (cluster.places[0]?.radius ?? 0) * pixelsPerKilometre(cluster.lat, zoom)
    const reach = MARGIN + (cluster.places.length === 1 ? radius : 0)
    return x < -reach || y < -reach || x > width + reach || y > height + reach ? [] : [{ cluster, x, y, radius }]
  })
  return (
    <div className={layer} aria-hidden="true">
      <svg className={rings} width={width} height={height}>
        {shown.map(({ cluster, x, y, radius }) =>
          cluster.places.length === 1 && radius >= LEAST_RING ? (
            <circle key={cluster.places[0]?.id} className={ring} cx={x} cy={y} r={radius} />
          ) : null,
        )}
      </svg>
      {shown.map(({ cluster, x, y }) => {
        const [place] = cluster.places
        if (!place) return null
        const style = { transform: `translate(${Math.round(x)}px, ${Math.round(y)}px)` }
        if (cluster.places.length > 1)
          return (
            <button
              key={`${place.id}+`}
              type="button"
              tabIndex={-1}
              className={cx(mark, many, 'pigeon-click-block', 'pigeon-drag-block')}
              style={style}
              title={t('map.cluster', { count: cluster.places.length })}
              onClick={() => onZoom(cluster)}
            >
              {formatNumber(locale, cluster.places.length)}
            </button>
          )
        const name = place.active ? place.name : t('map.inactive', { name: place.name })
        const pin = <Pin active={place.active} />
        return hrefOf ? (
          <Link
            key={place.id}
            href={hrefOf(place.id)}
            tabIndex={-1}
            className={cx(mark, 'pigeon-click-block', 'pigeon-drag-block')}
            style={style}
            title={name}
          >
            {pin}
          </Link>
        ) : (
          <span key={place.id} className={cx(mark, still)} style={style} title={name}>
            {pin}
          </span>
        )
      })}
    </div>
  )
}

/** A pin, whose tip marks the place. The pin of an inactive place is an outline. */
function Pin({ active }: { active: boolean }) {
  return (
    <svg className={cx(pinShape, !active && hollow)} viewBox="0 0 24 32">
      <path d="M12 31C12 31 22 19.5 22 12A10 10 0 0 0 2 12C2 19.5 12 31 12 31Z" />
      <circle cx="12" cy="12" r="4" />
    </svg>
  )
}

const layer = css({ position: 'absolute', inset: '0', overflow: 'hidden', pointerEvents: 'none' })
const rings = css({ position: 'absolute', inset: '0' })
const ring = css({
  fill: 'map.halo',
  fillOpacity: '0.1',
  stroke: 'map.halo',
  strokeWidth: '1.5',
  strokeDasharray: '5 4',
})
const mark = css({
  position: 'absolute',
  top: '[-28px]',
  left: '[-10px]',
  display: 'block',
  width: '5',
  lineHeight: '[0]',
  pointerEvents: 'auto',
})
const still = css({ pointerEvents: 'none' })
const many = css({
  top: '[-16px]',
  left: '[-16px]',
  width: '[auto]',
  minWidth: 'control',
  height: 'control',
  paddingInline: '2',
  border: '2px solid token(colors.map.road)',
  borderRadius: 'full',
  background: 'accent.solid',
  color: 'accent.on',
  fontSize: 'xs',
  lineHeight: 'xs',
  fontWeight: 'semibold',
  cursor: 'pointer',
})
const pinShape = css({
  width: '5',
  '& path': { fill: 'map.pin', stroke: 'map.road', strokeWidth: '1.5' },
  '& circle': { fill: 'map.road' },
})
const hollow = css({
  '& path': { fill: 'map.road', stroke: 'map.pin', strokeWidth: '2' },
  '& circle': { fill: 'map.pin' },
})
