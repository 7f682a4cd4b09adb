import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { LineFoot } from './line-foot'
import { highlighted, type Identified } from './results'
import type { Row } from './rows'
import { countIn } from './empty-state'
import { useFound, type Found } from './use-results'

/** Shows the number of rows once there is a query or a row. */
export function Count({ list, t }: { list: Found<Identified>; t: Translate }) {
  return useFound(list, ({ rows, text }) => (rows.length > 0 || text !== '' ? countIn(t, rows.length) : ''))
}

/** Shows the line of the highlighted row. */
export function FoundLine({ listed, t }: { listed: Found<Row>; t: Translate }) {
  const runs = useFound(listed, (results) => (highlighted(results)?.doing.kind ?? 'read') !== 'read')
  // A row that is only to be read does nothing, here or in a terminal.
  const line = useFound(listed, (results) => (runs ? highlighted(results)?.line : undefined))
  return <LineFoot line={line} hints={runs ? [{ keys: 'Enter', label: t('palette.run') }] : []} t={t} />
}
