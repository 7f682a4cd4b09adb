import type { Resource } from '@tocsin/core/vocabulary/resource'
import { CommandButton } from '../../commands/command-button'
import { define } from '../../commands/define'
import type { Row } from '../../data/row'
import { useAccount } from '../../data/account'
import { HtmlView } from '../../html/html-view'
import { listHref } from '../../navigation/hrefs'
import { RecordFacts } from '../../record/record-facts'
import { RecordHistory } from '../../record/record-history'
import { Card } from '../../ui/card'
import { useT } from '../../words'
import { beside, column } from '../../pages/columns'
import { RecordPage } from '../../pages/record-page'
import { WithRecord } from '../../pages/with-record'
import type { RecordProps } from '../../pages/screen'

/** Terms or a document: its text, its date of publication, and the buttons to publish. */
export default function TextShow({ resource, id }: RecordProps) {
  const t = useT()
  const facts = Object.keys(resource.fields).filter((name) => name !== 'content' && name !== 'version')
  const content = t(`resources.${resource.name}.fields.content`)
  return (
    <WithRecord resource={resource} id={id}>
      {(row) => (
        <RecordPage
          resource={resource}
          row={row}
          crumbs={[{ label: t(`resources.${resource.name}.names`), href: listHref(resource.name) }]}
          actions={<Publishing resource={resource} row={row} />}
          tabs={[
            {
              name: 'summary',
              label: t('screens.summary'),
              content: () => (
                <div className={beside}>
                  <Card title={content}>
                    <HtmlView html={String(row['content'])} label={content} />
                  </Card>
                  <div className={column}>
                    <RecordFacts of={resource} row={row} names={facts} />
                    <RecordHistory of={resource} row={row} />
                  </div>
                </div>
              ),
            },
          ]}
        />
      )}
    </WithRecord>
  )
}

/** The button to publish or unpublish, whichever is possible now. */
function Publishing({ resource, row }: { resource: Resource; row: Row }) {
  const account = useAccount()
  const action = row['publishedAt'] === null ? 'publish' : 'unpublish'
  return (
    <CommandButton
      command={define(resource, action, { group: 'record', targets: { kind: 'rows', rows: [row] } }, account)}
    />
  )
}
