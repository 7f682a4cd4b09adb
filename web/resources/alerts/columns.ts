import type { Alert } from '@tocsin/core/resources/alerts/types'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Field, Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../../data/row'
import type { Paint } from '../../table/paint-cell'
import { vocabulary } from '../../words'
import { messages } from './messages'
import { paintAge, paintFlag, paintPlace, paintReporter, paintStamp, paintStatus } from './paints'
import { reporterOf } from './reporter'
import { ageText, stamp } from './time'

/** The columns in their order (ALERT-03); the last ones fold first. */
const COLUMNS = [
  'status',
  'row.age',
  'generatedAt',
  'createdAt',
  'Channel.name',
  'row.place',
  'MobileProfile.name',
  'priority',
  'test',
]

/** The number of columns beside the drawer, where the window has no room for all. */
const BESIDE = 6
/** The columns of an item of two lines. */
const NARROW = ['status', 'Channel.name', 'row.place', 'MobileProfile.name', 'test']

const TRACKS: Readonly<Record<string, string>> = {
  status: 'minmax(124px, 0.8fr)',
  'row.age': '104px',
  generatedAt: '160px',
  createdAt: '160px',
  'row.place': 'minmax(120px, 2fr)',
  'MobileProfile.name': 'minmax(112px, 1.2fr)',
  priority: '92px',
  test: '72px',
}

type Data = Row | Readonly<Record<string, unknown>>
const asAlert = (row: Data): Alert => row as unknown as Alert

// The age is no field of the alert: it is the time that has passed.
vocabulary.add(['resources', 'alerts', 'parts', 'row'], {
  'en-US': messages['en-US'].columns,
  'pt-BR': messages['pt-BR'].columns,
})

/** Returns the declaration of alerts with the formats of the board, the columns of its list, and how they are painted. */
export function boardColumns(
  alerts: Resource,
  {
    t,
    viewerId,
    room,
    isFresh,
  }: { t: Translate; viewerId: number; room: 'wide' | 'beside' | 'narrow'; isFresh: (id: number) => boolean },
): { of: Resource; columns: readonly string[]; paints: Record<string, Paint> } {
  const time = (field: Field | undefined): Field => ({ ...field, type: 'date', readonly: true, text: stamp })
  const siteOf = (row: Data) => asAlert(row).Site?.name ?? t('alerts.noSite')
  const profile = alerts.fields['MobileProfile']
  const fields = {
    ...alerts.fields,
    generatedAt: time(alerts.fields['generatedAt']),
    createdAt: time(alerts.fields['createdAt']),
    row: {
      type: 'group',
      readonly: true,
      fields: {
        age: { type: 'json', text: (_, row) => ageText(asAlert(row), Date.now()) },
        place: { type: 'json', text: (_, row) => [siteOf(row), asAlert(row).Client.name].join(' · ') },
      },
    } satisfies Field,
    MobileProfile: {
      ...profile,
      fields: { ...profile?.fields, name: { type: 'text', text: (_, row) => reporterOf(asAlert(row), t) } },
    } as Field,
  }
  return {
    of: { ...alerts, fields },
    columns: room === 'narrow' ? NARROW : room === 'beside' ? COLUMNS.slice(0, BESIDE) : COLUMNS,
    paints: withTracks({
      status: paintStatus({
        text: (row) => t(`resources.alerts.choices.status.${asAlert(row).status}`),
        personOf: (row) => {
          const { takenBy } = asAlert(row)
          return takenBy && { name: takenBy.name, isMe: takenBy.id === viewerId }
        },
        spoken: (row) => {
          const { takenBy, status } = asAlert(row)
          if (status === 'pending') return ''
          if (!takenBy) return t('alerts.deliveredOnly')
          return takenBy.id === viewerId ? t('alerts.withMe') : t('alerts.with', { who: takenBy.name })
        },
        isFresh,
        alertOf: room === 'narrow' ? asAlert : undefined,
      }),
      'row.age': paintAge(asAlert),
      generatedAt: paintStamp((row) => asAlert(row).generatedAt),
      createdAt: paintStamp((row) => asAlert(row).createdAt),
      'row.place': paintPlace(siteOf, (row) => asAlert(row).Client.name),
      'MobileProfile.name': paintReporter(
        (row) => reporterOf(asAlert(row), t),
        (row) => asAlert(row).MobileProfile?.phone ?? null,
        (row) => t('alerts.call', { who: reporterOf(asAlert(row), t) }),
      ),
      priority: paintFlag((row) => (asAlert(row).priority ? t('record.yes') : ''), t('alerts.priority')),
      test: paintFlag((row) => (asAlert(row).test ? t('record.yes') : ''), t('alerts.test'), true),
    }),
  }
}

/** Returns the paints with the widths of their columns. */
const withTracks = (paints: Record<string, Paint>): Record<string, Paint> => {
  for (const [path, paint] of Object.entries(paints)) if (TRACKS[path]) paint.track = TRACKS[path]
  return paints
}
