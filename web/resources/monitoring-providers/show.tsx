import { PROVIDER_CLIENT_ID } from '@tocsin/core/base/constants'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { FIELDS_OF_TYPES, type MonitoringProvider } from '@tocsin/core/resources/monitoring-providers/types'
import { CommandButton } from '../../commands/command-button'
import { define, type At } from '../../commands/define'
import { useAccount } from '../../data/account'
import { resourceOf } from '../../data/resources'
import { editAndBackHref, listHref, showHref } from '../../navigation/hrefs'
import { RecordFacts } from '../../record/record-facts'
import { failingWord } from '../../record/state-look'
import { Chip } from '../../ui/chip'
import { RecordHistory } from '../../record/record-history'
import { ResourceTable } from '../../table/resource-table'
import { useT } from '../../words'
import { beside, column } from '../../pages/columns'
import { RecordPage, type RecordTab } from '../../pages/record-page'
import { WithRecord } from '../../pages/with-record'
import type { RecordProps } from '../../pages/screen'
import { ProviderTokens } from './tokens'

const ALWAYS = ['name', 'email', 'providerType', 'ClientId']
const PUSHED = ['failingSince', 'syncedAt', 'delivery']
const SHOWN = ['sync', 'renewSecret', 'activate', 'deactivate']

/** A monitoring provider: its data with the last push, its channels, and the tokens of its programs (PROV-05 to PROV-07). */
export default function ProviderShow({ resource, id }: RecordProps) {
  const t = useT()
  const account = useAccount()
  const channels = resourceOf('channels')
  return (
    <WithRecord resource={resource} id={id}>
      {(row) => {
        const provider = row as unknown as MonitoringProvider
        const failing = failingWord(resource.name, row)
        const given = [...FIELDS_OF_TYPES, ...PUSHED].filter((name) => row[name] !== null)
        const tabs: RecordTab[] = [
          {
            name: 'summary',
            label: t('screens.summary'),
            content: () => (
              <div className={beside}>
                <RecordFacts of={resource} row={row} names={[...ALWAYS, ...given]} />
                <div className={column}>
                  <RecordHistory of={resource} row={row} />
                </div>
              </div>
            ),
          },
          // The provider's own serve every client: their channels would be a list of many clients (PROV-06).
          ...(provider.ClientId && provider.ClientId !== PROVIDER_CLIENT_ID && mayDo(account, channels, 'view')
            ? [
                {
                  name: 'channels',
                  label: t('resources.channels.names'),
                  scrollsItself: true,
                  content: () => (
                    <ResourceTable
                      of={channels}
                      where={{ MonitoringProviders: id, clientId: provider.ClientId }}
                      owner="monitoring-providers channels"
                      openHref={(channel) => showHref('channels', channel.id)}
                      {...(mayDo(account, channels, 'update')
                        ? { editHref: (channel: { id: number }) => editAndBackHref('channels', channel.id) }
                        : {})}
                    />
                  ),
                },
              ]
            : []),
          ...(provider.providerType === 'webhook'
            ? []
            : [
                {
                  name: 'tokens',
                  label: t('resources.monitoring-providers.fields.apiTokens'),
                  count: String(provider.apiTokens.length),
                  content: () => <ProviderTokens resource={resource} row={row} tokens={provider.apiTokens} />,
                },
              ]),
        ]
        return (
          <RecordPage
            resource={resource}
            row={row}
            crumbs={[{ label: t('resources.monitoring-providers.names'), href: listHref('monitoring-providers') }]}
            actions={SHOWN.map((action) => {
              const at: At = { group: 'record', targets: { kind: 'rows', rows: [row] } }
              const command = define(resource, action, at, account)
              return <CommandButton key={action} command={command?.blocked ? null : command} />
            })}
            tabs={tabs}
            badge={failing && <Chip tone="trouble">{t(failing)}</Chip>}
          />
        )
      }}
    </WithRecord>
  )
}
