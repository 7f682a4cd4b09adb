import { css } from 'styled-system/css'
import { RecordFacts } from '../../record/record-facts'
import { RecordHistory } from '../../record/record-history'
import { listHref } from '../../navigation/hrefs'
import { useT } from '../../words'
import { RecordPage } from '../record-page'
import { WithRecord } from '../with-record'
import type { RecordProps } from '../screen'

/** A record, from its declaration alone: its facts and its history. */
export default function GenericShow({ resource, id }: RecordProps) {
  const t = useT()
  return (
    <WithRecord resource={resource} id={id}>
      {(row) => (
        <RecordPage
          resource={resource}
          row={row}
          crumbs={[{ label: t(`resources.${resource.name}.names`), href: listHref(resource.name) }]}
          tabs={[
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
          ]}
        />
      )}
    </WithRecord>
  )
}

const page = css({ display: 'grid', gap: '6', maxWidth: 'page' })
