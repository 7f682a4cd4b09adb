import type { Resource } from '@tocsin/core/vocabulary/resource'
import { CommandButton } from '../../commands/command-button'
import { define, type At } from '../../commands/define'
import type { Row } from '../../data/row'
import { useAccount } from '../../data/account'
import { listHref } from '../../navigation/hrefs'
import { RecordFacts } from '../../record/record-facts'
import { RecordHistory } from '../../record/record-history'
import { StateChip } from '../../record/state-chip'
import { useT } from '../../words'
import { beside } from '../../pages/columns'
import { RecordPage } from '../../pages/record-page'
import { WithRecord } from '../../pages/with-record'
import type { RecordProps } from '../../pages/screen'

const FACTS = [
  'id',
  'name',
  'ClientId',
  'SiteId',
  'status',
  'role',
  'siteManager',
  'profileProps.email',
  'profileProps.phone',
  'appVersion',
  'MobileUserUuid',
  'createdAt',
]

/** Shows a mobile profile, its history, and the actions that approve it, deactivate it or change its role. */
export default function MapShow({ resource, id }: RecordProps) {
  const t = useT()
  return (
    <WithRecord resource={resource} id={id}>
      {(row) => (
        <RecordPage
          resource={resource}
          row={row}
          crumbs={[{ label: t('resources.maps.names'), href: listHref('maps') }]}
          badge={<StateChip of={resource} path="status" value={row['status']} />}
          actions={<ProfileActions resource={resource} row={row} />}
          tabs={[
            {
              name: 'summary',
              label: t('screens.summary'),
              content: () => (
                <div className={beside}>
                  <RecordFacts of={resource} row={row} names={FACTS} />
                  <RecordHistory of={resource} row={row} />
                </div>
              ),
            },
          ]}
        />
      )}
    </WithRecord>
  )
}

/** Shows the actions that the status and the role allow, to users who may run them. */
function ProfileActions({ resource, row }: { resource: Resource; row: Row }) {
  const t = useT()
  const account = useAccount()
  const at: At = { group: 'record', targets: { kind: 'rows', rows: [row] } }
  return (
    <>
      {['approve', 'deactivate', 'reactivate'].map((action) => (
        <CommandButton key={action} command={define(resource, action, at, account)} />
      ))}
      <CommandButton command={define(resource, 'toggleRole', at, account)}>
        {t('resources.maps.toggleRole')}
      </CommandButton>
    </>
  )
}
