import { useLocation, useSearchParams } from 'wouter'
import { ResourceForm } from '../../form/resource-form'
import { listHref, safeRedirect, showHref } from '../../navigation/hrefs'
import { usePreferences } from '../../preferences'
import { titleOf } from '../../record/record-name'
import { Page } from '../../shell/page'
import { useT } from '../../words'
import { lockText } from '../lock-text'
import { WithRecord } from '../with-record'
import type { RecordProps } from '../index'

/** Changes a record; afterwards the place one came from, or the record itself. */
export default function GenericEdit({ resource, id }: RecordProps) {
  const t = useT()
  const { locale } = usePreferences()
  const [, navigate] = useLocation()
  const [query] = useSearchParams()
  const back = safeRedirect(query.get('redirect')) ?? showHref(resource.name, id)
  return (
    <WithRecord resource={resource} id={id}>
      {(row) => (
        <Page
          title={t('screens.editTitle', { name: titleOf(resource, row, t, locale) })}
          crumbs={[
            { label: t(`resources.${resource.name}.names`), href: listHref(resource.name) },
            { label: titleOf(resource, row, t, locale), href: showHref(resource.name, id) },
          ]}
        >
          <ResourceForm
            of={resource}
            record={row}
            locked={lockText(resource, row, t)}
            onSaved={() => navigate(back, { replace: true })}
            onCancel={() => navigate(back, { replace: true })}
          />
        </Page>
      )}
    </WithRecord>
  )
}
