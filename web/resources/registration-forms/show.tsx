import { css } from 'styled-system/css'
import type { RegistrationForm } from '@tocsin/core/resources/registration-forms/types'
import { listHref } from '../../navigation/hrefs'
import { choiceOf, labelOf } from '../../record/field-at'
import { RecordFacts } from '../../record/record-facts'
import { RecordHistory } from '../../record/record-history'
import { Card } from '../../ui/card'
import { useT } from '../../words'
import type { RecordProps } from '../../pages/screen'
import { RecordPage } from '../../pages/record-page'
import { WithRecord } from '../../pages/with-record'

/** A registration form: its names, and its questions in their order. */
export default function FormShow({ resource, id }: RecordProps) {
  const t = useT()
  return (
    <WithRecord resource={resource} id={id}>
      {(row) => (
        <RecordPage
          resource={resource}
          row={row}
          crumbs={[{ label: t('resources.registration-forms.names'), href: listHref('registration-forms') }]}
          tabs={[
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
                  <Fields resource={resource} form={row as unknown as RegistrationForm} />
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

const COLUMNS = ['title', 'name', 'type', 'required', 'tag'] as const

function Fields({ resource, form }: { resource: RecordProps['resource']; form: RegistrationForm }) {
  const t = useT()
  const { fields } = form.schema
  const label = (path: string) => labelOf(resource, `schema.fields.${path}`, t)
  /** Returns the names of the options that are set. */
  const given = (options: (typeof fields)[number]['options']) =>
    Object.entries(options ?? {})
      .filter(([, value]) => value !== null)
      .map(([name]) => label(`options.${name}`))
      .join(', ')
  return (
    <Card title={labelOf(resource, 'schema.fields', t)}>
      {fields.length === 0 ? (
        <p className={none}>{t('resources.registration-forms.noFields')}</p>
      ) : (
        // The table is wider than a narrow screen, so it scrolls sideways, by keys as well.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an element that scrolls must be reachable by key
        <section className={scroll} tabIndex={0} aria-label={t('resources.registration-forms.table')}>
          <table className={table}>
            <thead>
              <tr>
                <th scope="col">{t('resources.registration-forms.place')}</th>
                {COLUMNS.map((name) => (
                  <th scope="col" key={name}>
                    {label(name)}
                  </th>
                ))}
                <th scope="col">{t('resources.registration-forms.options')}</th>
              </tr>
            </thead>
            <tbody>
              {fields.map((field, index) => (
                <tr key={field.name} data-page={field.pageBreak || undefined}>
                  <td>{index + 1}</td>
                  <th scope="row" dir="auto">
                    {field.title ?? field.name}
                    {field.pageBreak && <span className={note}> · {label('pageBreak')}</span>}
                  </th>
                  <td className={mono}>{field.name}</td>
                  <td>{choiceOf(resource, 'schema.fields.type', field.type, t)}</td>
                  <td>{t(field.required ? 'record.yes' : 'record.no')}</td>
                  <td dir="auto">{field.tag ?? '-'}</td>
                  <td className={note}>{given(field.options) || '-'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  )
}

const page = css({ display: 'grid', gap: '6', maxWidth: 'page', minWidth: '0' })
const none = css({ padding: '4', color: 'fg.muted' })
const scroll = css({ overflowX: 'auto', minWidth: '0' })
const table = css({
  width: 'full',
  borderCollapse: 'collapse',
  '& th, & td': { paddingInline: '4', paddingBlock: '2', textAlign: 'start', verticalAlign: 'top' },
  '& thead th': { color: 'fg.muted', fontWeight: 'medium', whiteSpace: 'nowrap' },
  '& tbody tr': { borderTop: '1px solid token(colors.border.subtle)' },
  '& tbody tr[data-page]': { borderTop: '2px solid token(colors.border.control)' },
  '& tbody th': { fontWeight: 'medium' },
})
const mono = css({ textStyle: 'mono' })
const note = css({ textStyle: 'small', color: 'fg.muted' })
