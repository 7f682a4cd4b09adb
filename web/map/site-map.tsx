import { Map as PigeonMap } from 'pigeon-maps'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { css } from 'styled-system/css'
import { Button } from '../ui/button'
import { OutsideLink } from '../ui/outside-link'
import { addWords, useT } from '../words'
import type { Cluster, Marked } from './clusters'
import { GroundLayer } from './ground-layer'
import { messages } from './messages'
import { PinLayer } from './pin-layer'
import { PlaceList } from './place-list'
import {
  clampCoordinates,
  clampZoom,
  fittedMost,
  panned,
  rounded,
  ZOOM,
  ZOOM_OF_ONE,
  type Coordinates,
  type View,
} from './projection'
import { ScaleBar } from './scale-bar'
import { tileAddress, tileHost } from './tiles'
import { srOnly } from '../ui/sr-only'
import { cx } from '../ui/cx'

addWords('map', messages)

/** Default and closest zoom of a map that shows all places, and its greatest height in pixels (CONST-19). */
const ZOOM_OF_ALL = 8
const HEIGHT = 400
/** The zooms that a pick from farther away comes closer. */
const PICK_STEP = 4
/** The view of a map without places: Brazil. */
const BRAZIL: View = { center: [-14.2, -52], zoom: 4 }
/** Pixels that an arrow key moves the map, and with Shift. */
const STEP = 60
const LEAP = 240

type Props = {
  places: readonly Marked[]
  /** True while the places are not loaded, so that their number is not shown yet. */
  loading?: boolean
  /** The sentence where there is nothing to be placed; absent: that nothing has coordinates. */
  none?: string | undefined
  /** Centre of the map; by default all places are in view, no closer than `zoom`. */
  center?: Coordinates | undefined
  zoom?: number
  height?: number
  /** Receives a position picked on the map: by a click, or by Enter at the centre. Without it nothing can be picked. */
  onPick?: ((position: { lat: number; lng: number }) => void) | undefined
  /** Returns the address of a place's page. */
  hrefOf?: ((id: number) => string) | undefined
  /** Address of a map outside of the console that shows the place. */
  elsewhere?: string | undefined
  /** Address of tiles with {z}, {x}, {y}; without one the bundled world is drawn. */
  tiles?: string | undefined
}

/** A map with places, by pointer, touch and keyboard. */
export function SiteMap({
  places,
  loading = false,
  none,
  center,
  zoom = ZOOM_OF_ALL,
  height = HEIGHT,
  onPick,
  hrefOf,
  elsewhere,
  tiles,
}: Props) {
  const t = useT()
  const frame = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<View>(center ? { center: clampCoordinates(center), zoom } : BRAZIL)
  const [said, setSaid] = useState('')
  const [failed, setFailed] = useState(false)
  const moved = useRef(false)
  /** The places that the first view leaves out. */
  const [outside, setOutside] = useState(0)
  const [lat, lng] = center ?? []
  const radius = center && (places[0]?.radius ?? null)

  // A typed position or radius is brought into view; a position picked here is in view already.
  const [asked, setAsked] = useState({ lat, lng, radius })
  if (asked.lat !== lat || asked.lng !== lng || asked.radius !== radius) {
    const isMoved = asked.lat !== lat || asked.lng !== lng
    const isResized = asked.radius !== undefined && asked.radius !== radius
    setAsked({ lat, lng, radius })
    if (isMoved || isResized) setSaid('')
    if (lat !== undefined && lng !== undefined && (isMoved || isResized))
      setView({
        center: isMoved ? clampCoordinates([lat, lng]) : view.center,
        zoom: isResized || asked.lat === undefined ? zoom : view.zoom,
      })
  }

  // Places loaded later are brought into view too, unless the user has begun to look around.
  useLayoutEffect(() => {
    const box = frame.current?.getBoundingClientRect()
    if (lat !== undefined || moved.current || !box) return
    const all = places.map((place): Coordinates => [place.lat, place.lng])
    const found = fittedMost(all, { width: box.width, height: box.height }, zoom)
    setView(found?.view ?? BRAZIL)
    setOutside(found?.outside ?? 0)
  }, [places, zoom, lat])

  const show = useCallback((next: View) => {
    moved.current = true
    setOutside(0)
    setView(next)
  }, [])
  const zoomBy = (steps: number) => show({ center: view.center, zoom: clampZoom(Math.round(view.zoom) + steps) })
  const pick = (coordinates: Coordinates) => {
    const position = rounded(coordinates)
    setAsked({ ...position, radius: asked.radius })
    onPick?.(position)
    setSaid(t('map.picked', position))
    // A pixel of a far view is kilometres wide: the next pick is a closer one.
    const closest = center ? zoom : ZOOM_OF_ONE
    if (view.zoom < closest)
      setView({
        center: clampCoordinates([position.lat, position.lng]),
        zoom: Math.min(closest, view.zoom + PICK_STEP),
      })
  }
  const fail = useCallback(() => setFailed(true), [])

  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    // The buttons on the map have their own keys.
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const step = event.shiftKey ? LEAP : STEP
    const pans: Record<string, [number, number]> = {
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
    }
    const by = pans[event.key]
    if (by) show({ ...view, center: panned(view, by) })
    else if (event.key === '+' || event.key === '=') zoomBy(1)
    else if (event.key === '-' || event.key === '_') zoomBy(-1)
    else if (onPick && (event.key === 'Enter' || event.key === ' ')) pick(view.center)
    else return
    event.preventDefault()
    event.stopPropagation()
    if (event.key !== 'Enter' && event.key !== ' ') setSaid('')
  }

  const source = tiles === undefined ? t('map.source') : tileHost(tiles)
  const at = rounded(view.center)
  return (
    <div className={whole}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its label names its keys */}
      <div
        ref={frame}
        className={region}
        style={{ height: Math.min(height, HEIGHT) }}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for a form
        role="group"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard moves the map
        tabIndex={0}
        aria-label={t(onPick ? 'map.labelPick' : 'map.label')}
        onKeyDown={onKeyDown}
      >
        <PigeonMap
          center={[...view.center]}
          zoom={view.zoom}
          minZoom={ZOOM.min}
          maxZoom={ZOOM.max}
          animate={false}
          metaWheelZoom
          metaWheelZoomWarning={t('map.wheel')}
          twoFingerDrag
          twoFingerDragWarning={t('map.fingers')}
          attribution={false}
          attributionPrefix={false}
          provider={(x, y, z) => (tiles === undefined ? '' : tileAddress(tiles, x, y, z))}
          {...(tiles === undefined ? { tileComponent: NoTile } : {})}
          onBoundsChanged={({ center: to, zoom: level, initial }) => {
            if (!initial) show({ center: to, zoom: level })
          }}
          onClick={({ latLng }) => {
            if (onPick) pick(latLng)
          }}
        >
          {tiles === undefined ? <GroundLayer onFailure={fail} /> : null}
          <PinLayer
            places={places}
            hrefOf={hrefOf}
            onZoom={(cluster: Cluster) =>
              show({ center: clampCoordinates([cluster.lat, cluster.lng]), zoom: clampZoom(Math.round(view.zoom) + 2) })
            }
          />
        </PigeonMap>
        {onPick && <span className={cross} aria-hidden="true" />}
        <div className={cx(controls, 'pigeon-click-block', 'pigeon-drag-block')}>
          <Button size="small" icon="plus" iconOnly onClick={() => zoomBy(1)}>
            {t('map.zoomIn')}
          </Button>
          <Button size="small" icon="minus" iconOnly onClick={() => zoomBy(-1)}>
            {t('map.zoomOut')}
          </Button>
          {onPick && (
            <Button size="small" icon="mapPin" iconOnly onClick={() => pick(view.center)}>
              {t('map.pick')}
            </Button>
          )}
        </div>
        <div className={foot}>
          <ScaleBar lat={view.center[0]} zoom={view.zoom} />
          <span className={credit}>{failed ? t('map.unloaded') : source}</span>
        </div>
      </div>
      <output className={srOnly}>{said || t('map.center', { ...at, zoom: Math.round(view.zoom) })}</output>
      <div className={below}>
        {!onPick && (
          <PlaceList places={places} outside={outside} none={loading ? '' : (none ?? t('map.none'))} hrefOf={hrefOf} />
        )}
        {elsewhere !== undefined && (
          <p className={away}>
            <OutsideLink href={elsewhere}>{t('map.elsewhere')}</OutsideLink>
          </p>
        )}
      </div>
    </div>
  )
}

const NoTile = () => <></>

const whole = css({ display: 'grid', gap: '2', minWidth: '0' })
const below = css({ display: 'flex', alignItems: 'baseline' })
const away = css({ flexShrink: '0', paddingInline: '4', textStyle: 'small' })
const region = css({
  position: 'relative',
  // The layers that pigeon puts on top of everything stay within the map.
  isolation: 'isolate',
  overflow: 'hidden',
  border: '1px solid token(colors.border.subtle)',
  borderRadius: 'md',
  background: 'map.water',
  // An outline outside the map would be cut off, and the map's children would cover one inside. So an element above
  // them draws the focus ring.
  _focusVisible: {
    outlineColor: 'transparent',
    _after: {
      content: '""',
      position: 'absolute',
      inset: '0',
      zIndex: 'sticky',
      border: '2px solid token(colors.focus.ring)',
      borderRadius: 'md',
      pointerEvents: 'none',
    },
  },
  // This overrides pigeon's own style, which would leave space below the baseline.
  '& > div:first-child': { display: 'block!' },
})
const controls = css({
  position: 'absolute',
  top: '2',
  insetInlineEnd: '2',
  zIndex: 'sticky',
  display: 'grid',
  gap: '1',
})
const cross = css({
  position: 'absolute',
  top: '[50%]',
  left: '[50%]',
  zIndex: 'sticky',
  pointerEvents: 'none',
  display: 'none',
  ':focus > &': { display: 'block' },
  ':focus-within > &': { display: 'block' },
  _before: {
    content: '""',
    position: 'absolute',
    left: '[-12px]',
    top: '[-1px]',
    width: '[24px]',
    height: '[2px]',
    background: 'map.pin',
  },
  _after: {
    content: '""',
    position: 'absolute',
    left: '[-1px]',
    top: '[-12px]',
    width: '[2px]',
    height: '[24px]',
    background: 'map.pin',
  },
})
const foot = css({
  position: 'absolute',
  insetInline: '2',
  bottom: '2',
  zIndex: 'sticky',
  display: 'flex',
  alignItems: 'flex-end',
  justifyContent: 'space-between',
  gap: '2',
  pointerEvents: 'none',
})
const credit = css({
  paddingInline: '1',
  borderRadius: 'xs',
  background: 'bg.surface',
  color: 'fg.muted',
  fontSize: '2xs',
  lineHeight: '2xs',
})
