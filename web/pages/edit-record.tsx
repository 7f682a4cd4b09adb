import type { ReactNode } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import type { Row } from '../data/row'
import { listHref, safeRedirect, showHref } from '../navigation/hrefs'
import { leaveTo } from '../navigation/leave-to'
import { usePreferences } from '../preferences'
import { titleOf } from '../record/record-name'
import { Changeable } from './changeable'
import { Page } from './page'
import { useT } from '../words'
import type { RecordProps } from './screen'
import { WithRecord } from './with-record'

type FormProps = {
  of: RecordProps['resource']
  record: Row
  locked: string | null
  onSaved: () => void
  onCancel: () => void
}

type Props = RecordProps & {
  /** True where the form fills the page and scrolls by itself. */
  fills?: boolean
  children: (form: FormProps) => ReactNode
}

/** The page that edits a record. Afterwards it returns to the address in `redirect`, or to the record's page. */
export function EditRecord({ resource, id, fills = false, children }: Props) {
  const t = useT()
  const { locale } = usePreferences()
  const [, navigate] = useLocation()
  const [query] = useSearchParams()
  const { name } = resource
  const back = safeRedirect(query.get('redirect')) ?? showHref(name, id)
  const leave = () => leaveTo(back, navigate)
  return (
    <WithRecord resource={resource} id={id}>
      {(row) => (
        <Changeable resource={resource} row={row}>
          {(locked) => (
            <Page
              scrollsItself={fills}
              title={t('form.editTitle', { name: titleOf(resource, row, t, locale) })}
              crumbs={[
                { label: t(`resources.${name}.names`), href: listHref(name) },
                { label: titleOf(resource, row, t, locale), href: showHref(name, id) },
              ]}
            >
              {children({ of: resource, record: row, locked, onSaved: leave, onCancel: leave })}
            </Page>
          )}
        </Changeable>
      )}
    </WithRecord>
  )
}
