import { css } from 'styled-system/css'
import { formatDuration, readResponseDashboard } from '@tocsin/core/api/dashboard'
import { useT } from '../../words'
import { Figure } from './figure'
import { Trouble } from './loaded'
import { useFigures } from './use-dashboard'

/** How long alerts waited until somebody took them, beside the same of the time before. It loads and fails by itself. */
export function TimeUntilTaken({ clientId }: { clientId?: number | undefined }) {
  const t = useT()
  const query = useFigures(['taken', clientId], (http) => readResponseDashboard(http, clientId))
  const found = query.data?.timeUntilTaken
  const median = found?.median ?? null
  const before = found?.before ?? null
  const from = found ? `&from=${encodeURIComponent(found.from)}` : ''
  return (
    <Figure
      resource="alerts"
      label={t('landing.taken.label')}
      filters={`?view=all&tests=no${from}`}
      note={[
        t(found && median === null ? 'landing.taken.none' : 'landing.taken.median'),
        before !== null && t('landing.taken.before', { span: formatDuration(before) }),
      ]
        .filter(Boolean)
        .join(' · ')}
      trouble={query.error && <Trouble query={query} />}
    >
      {median === null ? '–' : <Span milliseconds={median} />}
    </Figure>
  )
}

/** A span of time with small units. */
function Span({ milliseconds }: { milliseconds: number }) {
  return formatDuration(milliseconds)
    .split(/(?= )/)
    .map((part, at) =>
      at % 2 === 0 ? (
        part
      ) : (
        <span key={part} className={unit}>
          {part}
        </span>
      ),
    )
}

const unit = css({ color: 'fg.muted', textStyle: 'body' })
