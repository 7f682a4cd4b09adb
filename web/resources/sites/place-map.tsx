import { lazy, Suspense } from 'react'
import { mapAddress } from '@tocsin/core/base/maps-url'
import { linkTo } from '../../links'
import type { Marked } from '../../map/clusters'
import { zoomAround, ZOOM_OF_ONE } from '../../map/projection'
import { Waiting } from '../../ui/waiting'

const SiteMap = lazy(async () => ({ default: (await import('../../map/site-map')).SiteMap }))

/** The height of the map, and the greatest diameter of the circle on it, in pixels. */
const HEIGHT = 260
const CIRCLE = 220

type Props = {
  /** The place; null while it has no coordinates. */
  place: Marked | null
  onPick?: (position: { lat: number; lng: number }) => void
}

/**
 * The map of one place, with its whole circle in view. It is small, since without tiles it shows little more, and it
 * leads to a map that shows streets (W30).
 */
export function PlaceMap({ place, onPick }: Props) {
  return (
    <Suspense fallback={<Waiting />}>
      <SiteMap
        places={place ? [place] : []}
        height={HEIGHT}
        onPick={onPick}
        {...(place && {
          center: [place.lat, place.lng],
          zoom: zoomAround(place.lat, place.radius ?? 0, CIRCLE, ZOOM_OF_ONE),
          elsewhere: mapAddress({ latitude: place.lat, longitude: place.lng }, linkTo('maps')),
        })}
      />
    </Suspense>
  )
}
