import { useId, useState } from 'react'
import { Link } from 'wouter'
import { css } from 'styled-system/css'
import {
  formatCount,
  readAppsDashboard,
  readSitesDashboard,
  type Dashboard,
  type TopApp,
  type TopSite,
} from '@tocsin/core/api/dashboard'
import type { Http } from '@tocsin/core/api/http'
import { RecordsPicker } from '../../form/record-picker'
import { showHref } from '../../navigation/hrefs'
import { Bar } from '../../ui/bar'
import { Card } from '../../ui/card'
import { Field } from '../../ui/field'
import { srOnly } from '../../ui/sr-only'
import { useT } from '../../words'
import { Loaded } from './loaded'
import { recordMark } from './pinned'
import { useFigures } from './use-dashboard'

type Entry = { id: number; name: string; beside?: string | undefined; users: number }

const KINDS = {
  apps: {
    tenant: 'clientId',
    read: readAppsDashboard,
    entries: ({ topApps }: Dashboard) =>
      (topApps?.list ?? []).map(({ app, users }: TopApp): Entry => ({ ...app, users })),
  },
  sites: {
    tenant: 'ClientId',
    read: readSitesDashboard,
    entries: ({ topSites }: Dashboard) =>
      (topSites?.list ?? []).map(({ site, users, app }: TopSite): Entry => ({ ...site, beside: app?.name, users })),
  },
} as const

type Props = {
  kind: keyof typeof KINDS
  /** Narrows the choice to one client, whose own first three are shown while nothing is chosen. */
  client?: { id: number; call: readonly unknown[]; read: (http: Http) => Promise<Dashboard> } | undefined
}

/** The apps or sites with the most people: three of all, or among those that are chosen (DASH-05, A-120). */
export function TopCard({ kind, client }: Props) {
  const t = useT()
  const field = useId()
  const [chosen, setChosen] = useState<readonly number[]>([])
  const { tenant, read, entries } = KINDS[kind]
  const ofClient = client && chosen.length === 0
  const query = useFigures(
    ofClient ? client.call : [kind, chosen],
    ofClient ? client.read : (http) => read(http, chosen),
  )
  const label = t(`resources.${kind}.names`)
  return (
    <Card title={t(`landing.top.${kind}`)}>
      <div className={picker}>
        <Field id={field} label={label}>
          {(control) => (
            <RecordsPicker
              of={kind}
              value={chosen}
              label={label}
              control={control}
              where={client ? { [tenant]: client.id } : {}}
              onChange={setChosen}
            />
          )}
        </Field>
      </div>
      <Loaded query={query}>{(dashboard) => <Top kind={kind} entries={entries(dashboard)} />}</Loaded>
    </Card>
  )
}

function Top({ kind, entries }: { kind: keyof typeof KINDS; entries: readonly Entry[] }) {
  const t = useT()
  if (entries.length === 0) return <p className={nothing}>{t('landing.noTop')}</p>
  const most = Math.max(...entries.map(({ users }) => users))
  return (
    <table className={table} aria-label={t(`landing.top.${kind}`)}>
      <colgroup>
        <col />
        <col />
        <col />
      </colgroup>
      <thead className={srOnly}>
        <tr>
          <th scope="col">{t(`resources.${kind}.name`)}</th>
          <td aria-hidden="true" />
          <th scope="col">{t('landing.people')}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ id, name, beside, users }) => (
          <tr key={id}>
            <th scope="row" dir="auto">
              <Link
                className={link}
                href={showHref(kind, id)}
                data-step
                {...recordMark({ noun: kind, id, title: name })}
              >
                {name}
              </Link>
              {beside !== undefined && <span className={muted}> · {beside}</span>}
            </th>
            <td className={bar} aria-hidden="true">
              <Bar share={users / most} />
            </td>
            <td>{formatCount(users)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const picker = css({ padding: '4', paddingBottom: '2' })
const nothing = css({ padding: '4', color: 'fg.muted' })
const muted = css({ color: 'fg.muted' })
const table = css({
  width: 'full',
  borderCollapse: 'collapse',
  tableLayout: 'fixed',
  marginBottom: '2',
  '& col:nth-child(2)': { width: '[25%]' },
  '& col:last-child': { width: '[20%]' },
  '& :is(th, td)': {
    height: 'row',
    paddingInline: '4',
    paddingBlock: '1',
    fontWeight: 'regular',
    overflowWrap: 'anywhere',
  },
  '& th': { textAlign: 'start' },
  '& td': { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
})
const link = css({ color: 'fg.default', textDecoration: 'none', _hover: { textDecoration: 'underline' } })
const bar = css({ paddingInline: '[0!]' })
