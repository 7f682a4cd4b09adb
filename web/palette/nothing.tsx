import { css } from 'styled-system/css'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { kindOf, textOfValue, valuesNow, type PendingCommand } from './arguments'
import type { EmptyState } from './empty-state'
import { Trouble } from './trouble'

type Props = {
  asking: PendingCommand | null
  /** The text for which nothing was found; empty while there is no result. */
  query: string
  emptyState: EmptyState
  onRetry: () => void
  onLeave: () => void
  t: Translate
}

/** Replaces a list without rows: shows the arguments so far, or why there are no rows and what may help. */
export function Nothing({ asking, query, emptyState, onRetry, onLeave, t }: Props) {
  const ask = asking?.command.asks[asking.at]
  const kind = ask && kindOf(ask)
  if (asking && kind !== 'choice' && kind !== 'records') return <Given asking={asking} t={t} />
  return (
    <div className={frame}>
      {emptyState.kind === 'failed' ? (
        <Trouble failure={emptyState.failure} isByEnter onRetry={onRetry} onLeave={onLeave} t={t} />
      ) : emptyState.kind === 'reading' ? (
        <p className={strong}>{t('palette.indexing')}</p>
      ) : emptyState.kind === 'searching' ? (
        <p className={quiet}>{t('palette.searching')}</p>
      ) : emptyState.kind === 'none' ? (
        <>
          <p className={strong} dir="auto">
            {t('palette.noResults', { query })}
          </p>
          <p className={quiet}>{t('palette.noResultsHint')}</p>
        </>
      ) : null}
    </div>
  )
}

/** Shows all values given to the command. */
function Given({ asking, t }: { asking: PendingCommand; t: Translate }) {
  const { command, names } = asking
  const values = valuesNow(asking)
  const nameOf = (resource: string | undefined, value: unknown) =>
    resource === undefined ? textOfValue(value, t) : (names[`${resource}/${String(value)}`] ?? `#${String(value)}`)
  return (
    <div className={frame}>
      <dl className={facts}>
        {command.asks.map((ask) => {
          const value = values[ask.flag.path]
          const all = (Array.isArray(value) ? value : [value]).filter((one) => one !== undefined && one !== null)
          return (
            <div key={ask.flag.path} className={fact}>
              <dt className={quiet}>{ask.label(t)}</dt>
              <dd className={said} dir="auto">
                {all.map((one) => nameOf(ask.flag.of, one)).join(', ') || t('palette.empty')}
              </dd>
            </div>
          )
        })}
      </dl>
      {command.undo === 'irreversible' && <p className={warning}>{t('palette.irreversible')}</p>}
    </div>
  )
}

const frame = css({
  flex: '1',
  minHeight: '0',
  overflowY: 'auto',
  padding: '4',
})
const strong = css({ fontWeight: 'semibold', overflowWrap: 'anywhere' })
const quiet = css({ color: 'fg.muted' })
const warning = css({ color: 'warning.fg', marginTop: '3' })
const facts = css({ display: 'grid', gap: '2', margin: '0' })
const fact = css({ display: 'flex', gap: '4', minWidth: '0' })
const said = css({ margin: '0', minWidth: '0', overflowWrap: 'anywhere' })
