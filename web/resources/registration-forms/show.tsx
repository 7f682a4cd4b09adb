import { css } from 'styled-system/css'
import type { RegistrationForm } from '@tocsin/core/resources/registration-forms/types'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { ShownForm } from '../../builder/shown-form'
import { useAccount } from '../../data/account'
import { listHref } from '../../navigation/hrefs'
import { labelOf } from '../../record/field-at'
import { RecordFacts } from '../../record/record-facts'
import { RecordHistory } from '../../record/record-history'
import { State } from '../../ui/state'
import { useT } from '../../words'
import type { RecordProps } from '../../pages/screen'
import { RecordPage } from '../../pages/record-page'
import { WithRecord } from '../../pages/with-record'

/** A registration form: its fields as its reader sees them in the builder, and its names and history. */
export default function FormShow({ resource, id }: RecordProps) {
  const t = useT()
  const account = useAccount()
  return (
    <WithRecord resource={resource} id={id}>
      {(row) => (
        <RecordPage
          resource={resource}
          row={row}
          crumbs={[{ label: t('resources.registration-forms.names'), href: listHref('registration-forms') }]}
          tabs={[
            {
              name: 'fields',
              label: labelOf(resource, 'schema.fields', t),
              scrollsItself: true,
              content: () =>
                (row as unknown as RegistrationForm).schema.fields.length === 0 ? (
                  <State icon="fileText" title={t('resources.registration-forms.noFields')} />
                ) : (
                  <ShownForm
                    resource={resource}
                    row={row}
                    path="schema.fields"
                    why={t(mayDo(account, resource, 'update', row) ? 'builder.shown' : 'builder.mayOnlyRead')}
                  />
                ),
            },
            {
              name: 'summary',
              label: t('screens.summary'),
              content: () => (
                <div className={page}>
                  <RecordFacts
                    of={resource}
                    row={row}
                    names={['id', 'name', 'schema.title', 'ClientId', 'updatedAt']}
                  />
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

const page = css({ display: 'grid', gap: '6', maxWidth: 'page', minWidth: '0' })
