import { css } from 'styled-system/css'
import { useLocation } from 'wouter'
import type { Client } from '@tocsin/core/resources/clients/types'
import { mayDo } from '@tocsin/core/permissions'
import type { Noun } from '@tocsin/core/resources/index'
import { commandsAtHand } from '../../acts/at-hand'
import { useAccount } from '../../data/account'
import { usePlaygroundView } from '../../data/playground-view'
import { resourceOf } from '../../data/nouns'
import { markStale } from '../../data/query'
import { editHref, listHref } from '../../navigation/hrefs'
import { Button } from '../../ui/button'
import { useT } from '../../words'
import { RecordPage, type RecordTab } from '../record-page'
import { OpenedClient } from './opened-client'
import type { RecordProps } from '../index'
import { ClientLicenses } from './client-licenses'
import { ClientList } from './client-list'
import { ClientProjects } from './client-projects'
import { ClientProviders } from './client-providers'
import { ClientUsers } from './client-users'
import { Playground } from '../../playground/playground'
import { PlaceTable } from '../../places/place-table'
import { ClientState } from './client-state'
import { ClientSummary } from './client-summary'

/** Tabs of nouns that stand, in the stated order (CLIENT-08); each asks for its own permission. */
const LISTS: readonly { name: string; noun: Noun }[] = [
  { name: 'projects', noun: 'projects' },
  { name: 'sites', noun: 'sites' },
  { name: 'teams', noun: 'teams' },
  { name: 'providers', noun: 'monitoring-providers' },
  { name: 'apps', noun: 'apps' },
  { name: 'users', noun: 'users' },
  { name: 'licenses', noun: 'license-comments' },
]

/** A client: its summary with the map of its sites, and everything that belongs to it. */
export default function ClientShow({ resource, id }: RecordProps) {
  const t = useT()
  const account = useAccount()
  const [, navigate] = useLocation()
  const hasPlayground = usePlaygroundView()
  return (
    <OpenedClient resource={resource} id={id}>
      {(row) => {
        const client = row as unknown as Client
        const tabs: RecordTab[] = [
          { name: 'summary', label: t('screens.summary'), content: () => <ClientSummary client={client} /> },
          ...LISTS.filter(({ noun }) => mayDo(account, resourceOf(noun), 'view')).map(({ name, noun }): RecordTab => ({
            name,
            label: t(`resources.${noun}.names`),
            fills: true,
            content: () =>
              noun === 'sites' || noun === 'teams' ? (
                <PlaceTable
                  noun={noun}
                  clientId={client.id}
                  locked={client.locked ? client.name : null}
                  owner={`clients ${noun}`}
                  buttons
                />
              ) : noun === 'projects' ? (
                <ClientProjects client={client} />
              ) : noun === 'users' ? (
                <ClientUsers client={client} />
              ) : noun === 'monitoring-providers' ? (
                <ClientProviders client={client} />
              ) : noun === 'license-comments' ? (
                <ClientLicenses client={client} />
              ) : (
                <ClientList client={client} noun={noun} />
              ),
          })),
          ...(hasPlayground
            ? [
                {
                  name: 'playground',
                  label: t('screens.playground'),
                  content: () => <Playground key={client.id} client={client} />,
                },
              ]
            : []),
        ]
        const lock = commandsAtHand(resource, row, account, { group: 'record' }).find(
          ({ id: name }) => name === 'clients.lock' || name === 'clients.unlock',
        )
        return (
          <RecordPage
            resource={resource}
            row={row}
            crumbs={[{ label: t('resources.clients.names'), href: listHref('clients') }]}
            badge={<ClientState client={client} />}
            actions={
              <>
                {lock && account.userType !== 'client' && (
                  <Button icon={lock.icon} onClick={() => void lock.run({})}>
                    {t(`resources.clients.actions.${client.locked ? 'unlock' : 'lock'}`)}
                  </Button>
                )}
                {mayDo(account, resource, 'update') && (
                  <span className={wideOnly}>
                    <Button icon="settings" iconOnly onClick={() => navigate(editHref('clients', id))}>
                      {t('screens.settings')}
                    </Button>
                  </span>
                )}
                <Button icon="refreshCw" iconOnly onClick={() => void markStale('clients')}>
                  {t('screens.refresh')}
                </Button>
              </>
            }
            tabs={tabs}
          />
        )
      }}
    </OpenedClient>
  )
}

// On a narrow screen the buttons take one line, and the pencil leads to the same form.
const wideOnly = css({ display: { base: 'contents', _narrow: 'none' } })
