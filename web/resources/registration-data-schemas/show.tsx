import { useMemo } from 'react'
import { css } from 'styled-system/css'
import type { RegistrationDataSchema } from '@tocsin/core/resources/registration-data-schemas/types'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { useAccount } from '../../data/account'
import { resourceOf } from '../../data/resources'
import { listHref } from '../../navigation/hrefs'
import { RecordFacts } from '../../record/record-facts'
import { RecordHistory } from '../../record/record-history'
import { importCommand } from '../../sheets/sheet-commands'
import { showSheet } from '../../sheets/show-sheet'
import { ResourceTable } from '../../table/resource-table'
import { Button } from '../../ui/button'
import { useT } from '../../words'
import type { RecordProps } from '../../pages/screen'
import { lockText } from '../../pages/lock-text'
import { RecordPage, type RecordTab } from '../../pages/record-page'
import { WithRecord } from '../../pages/with-record'

/** A data schema with its rows, which come from sheets (RDATA-03, RDATA-04). */
export default function SchemaShow({ resource, id }: RecordProps) {
  const t = useT()
  return (
    <WithRecord resource={resource} id={id}>
      {(row) => {
        const schema = row as unknown as RegistrationDataSchema
        const tabs: RecordTab[] = [
          {
            name: 'data',
            label: t('resources.registration-data.names'),
            scrollsItself: true,
            content: () => <Rows schema={schema} locked={lockText(resource, row, t)} />,
          },
          {
            name: 'summary',
            label: t('screens.summary'),
            content: () => (
              <div className={page}>
                <RecordFacts of={resource} row={row} />
                <RecordHistory of={resource} row={row} />
              </div>
            ),
          },
        ]
        return (
          <RecordPage
            resource={resource}
            row={row}
            crumbs={[
              { label: t('resources.registration-data-schemas.names'), href: listHref('registration-data-schemas') },
            ]}
            tabs={tabs}
          />
        )
      }}
    </WithRecord>
  )
}

function Rows({ schema, locked }: { schema: RegistrationDataSchema; locked: string | null }) {
  const t = useT()
  const account = useAccount()
  const data = resourceOf('registration-data')
  const { id, contentId, ClientId } = schema
  const mayImport = mayDo(account, resourceOf('registration-data-schemas'), 'update')
  const target = useMemo(() => ({ resource: 'registration-data', contentId }) as const, [contentId])
  const commands = useMemo(
    () => (mayImport && locked === null ? [importCommand(ClientId, target)] : []),
    [mayImport, locked, ClientId, target],
  )
  return (
    <ResourceTable
      of={data}
      where={{ RegistrationDataSchemaId: id }}
      columns={COLUMNS}
      filters={NO_FILTERS}
      owner="registration-data-schemas registration-data"
      commands={commands}
      toolbar={
        mayImport && (
          <Button
            icon="upload"
            blocked={locked}
            onClick={() => showSheet({ kind: 'import', clientId: ClientId, target })}
          >
            {t('screens.import')}
          </Button>
        )
      }
    />
  )
}

const COLUMNS = ['key', 'tags', 'profileProps', 'updatedAt']
/** No filters: client and schema are those of the page. */
const NO_FILTERS: readonly string[] = []
const page = css({ display: 'grid', gap: '6', maxWidth: 'page' })
