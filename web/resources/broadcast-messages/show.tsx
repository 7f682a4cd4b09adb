import { CommandButton } from '../../commands/command-button'
import { RecordFacts } from '../../record/record-facts'
import { RecordHistory } from '../../record/record-history'
import { listHref } from '../../navigation/hrefs'
import { useT } from '../../words'
import { beside } from '../../pages/columns'
import { RecordPage } from '../../pages/record-page'
import { WithRecord } from '../../pages/with-record'
import type { RecordProps } from '../../pages/screen'

const FACTS = [
  'text',
  'ClientId',
  'Channel.name',
  'MonitoringProvider.name',
  'createdAt',
  'testAt',
  'sentAt',
  'active',
  'id',
]

/** Shows a broadcast message and its history, and sends it: as a test, or to everybody. */
export default function BroadcastMessageShow({ resource, id }: RecordProps) {
  const t = useT()
  return (
    <WithRecord resource={resource} id={id}>
      {(row) => (
        <RecordPage
          resource={resource}
          row={row}
          crumbs={[{ label: t('resources.broadcast-messages.names'), href: listHref(resource.name) }]}
          actions={(commandOf) => (
            <>
              <CommandButton command={commandOf('test')} />
              <CommandButton command={commandOf('approve')} look="primary" />
            </>
          )}
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
