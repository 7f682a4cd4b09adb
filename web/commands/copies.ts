import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'
import { showHref } from '../navigation/hrefs'
import { copyText } from '../notices/copy-text'
import type { Command, Group } from './command'
import { recordsLine } from './lines'
import { countOf, type Targets } from './targets'

type Copying = {
  group: Group
  /** Returns the address of a record; default: its page. */
  hrefOf?: ((row: Row) => string) | undefined
  /** Returns records as text for a spreadsheet; absent on a record's page. */
  sheetOf?: (rows: readonly Row[]) => string
}

/** Returns the commands that copy ids, command line, addresses and rows of the records at hand. */
export function copyCommands(
  resource: Resource,
  targets: Targets,
  { group, hrefOf = ({ id }) => showHref(resource.name, id), sheetOf }: Copying,
): Command[] {
  const copy = (
    what: 'ids' | 'line' | 'link' | 'row',
    rest: Pick<Command, 'icon' | 'key'>,
    text: () => string,
  ): Command => ({
    id: `copy.${what}`,
    title: (t) => t(`acts.copy.${what}`, { count: countOf(targets) }),
    group,
    ...rest,
    asks: [],
    line: () => recordsLine(resource, targets),
    undo: 'nothing',
    run: () => copyText(text()),
  })
  const line = copy('line', { icon: 'terminal', key: 'copyLine' }, () => recordsLine(resource, targets))
  if (targets.kind !== 'rows') return [line]
  const { rows } = targets
  return [
    copy('ids', { icon: 'hash', key: 'copyIds' }, () => rows.map(({ id }) => id).join(' ')),
    line,
    copy('link', { icon: 'externalLink', key: 'copyLink' }, () =>
      rows.map((row) => location.origin + hrefOf(row)).join('\n'),
    ),
    ...(sheetOf ? [copy('row', { icon: 'copy', key: 'copyRow' }, () => sheetOf(rows))] : []),
  ]
}
