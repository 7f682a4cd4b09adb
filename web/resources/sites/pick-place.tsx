import { css } from 'styled-system/css'
import { SITE_RADIUS_MAX_KM } from '@tocsin/core/base/constants'
import type { Form } from '../../form/use-draft'
import { Card } from '../../ui/card'
import { useT } from '../../words'
import { PlaceMap } from './place-map'

/** The map of a place's form: typed coordinates move the pin, and a pick on it fills the fields (SITE-14, A-073). */
export function PickPlace({ form }: { form: Form }) {
  const t = useT()
  const { lat, lng, radius, name } = form.values
  const isPlaced = isWithin(lat, 90) && isWithin(lng, 180)
  return (
    <Card title={t('screens.location')}>
      <PlaceMap
        place={
          isPlaced
            ? {
                id: 0,
                name: String(name ?? ''),
                lat,
                lng,
                active: true,
                radius: isWithin(radius, SITE_RADIUS_MAX_KM) ? radius : null,
              }
            : null
        }
        onPick={({ lat: north, lng: east }) => form.setAll({ lat: north, lng: east })}
      />
      <p className={hint}>{t('screens.locationHint')}</p>
    </Card>
  )
}

const isWithin = (value: unknown, limit: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= limit

const hint = css({ paddingInline: '4', paddingBlock: '2', textStyle: 'small', color: 'fg.muted' })
