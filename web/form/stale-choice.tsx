import { css } from 'styled-system/css'
import { usePreferences } from '../preferences'
import { dateText, displayValue } from '../record/display'
import { labelOf } from '../record/field-at'
import { useNamesOf } from '../record/names-of'
import { Button } from '../ui/button'
import { useT } from '../words'
import type { Stale } from './failures'
import { initialValues } from './draft'
import { differencesBetween } from './stale'
import type { Form } from './use-draft'

/** A draft, a form's or another, that was made of a record which somebody has changed since. */
type Choosing = Pick<
  Form,
  'resource' | 'fields' | 'base' | 'values' | 'busy' | 'fieldId' | 'takeTheirs' | 'keepMine'
> & {
  /** Absent where there is no form to go back to. */
  backToEditing?: () => void
}

/** Shows the differing changes of two users to one record side by side, and the choice between them. */
export function StaleChoice({ form, stale }: { form: Choosing; stale: Stale }) {
  const t = useT()
  const { locale } = usePreferences()
  const { resource, fields } = form
  const title = form.fieldId('stale')
  const differences = differencesBetween(fields, form.base, form.values, initialValues(fields, stale.theirs))
  const name = useNamesOf(resource, [form.values, stale.theirs])
  const show = (path: string, value: unknown) => displayValue(resource, path, value, t, locale, { name })
  return (
    <section className={frame} aria-labelledby={title}>
      <h2 className={heading} id={title} tabIndex={-1}>
        {t('form.stale.title')}
      </h2>
      <p>
        {stale.by
          ? t('form.stale.by', { who: stale.by.username, when: dateText(stale.by.createdAt, locale) })
          : t('form.stale.unknown')}
      </p>
      {differences.length === 0 ? (
        <p>{t('form.stale.nothing')}</p>
      ) : (
        <table className={table}>
          <thead>
            <tr>
              <th scope="col">{t('form.stale.field')}</th>
              <th scope="col">{t('form.stale.mine')}</th>
              <th scope="col">{t('form.stale.theirs')}</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ path, mine, theirs, byMe }) => (
              <tr key={path}>
                <th scope="row">{labelOf(resource, path, t)}</th>
                <td dir="auto">{byMe ? show(path, mine) : t('form.stale.untouched')}</td>
                <td dir="auto">{show(path, theirs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={buttons}>
        <Button busy={form.busy} onClick={() => void form.keepMine()}>
          {t('form.stale.keep')}
        </Button>
        <Button onClick={form.takeTheirs}>{t('form.stale.take')}</Button>
        {/* The way that overwrites nobody's work stands out. */}
        {form.backToEditing && (
          <Button look="primary" onClick={form.backToEditing}>
            {t('form.stale.back')}
          </Button>
        )}
      </div>
    </section>
  )
}

const frame = css({
  display: 'grid',
  gap: '3',
  minWidth: '0',
  padding: '4',
  border: '1px solid token(colors.warning.border)',
  borderRadius: 'md',
  background: 'warning.subtle',
  color: 'warning.fg',
})
const heading = css({ textStyle: 'title' })
const table = css({
  width: 'full',
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  background: 'bg.surface',
  color: 'fg.default',
  borderRadius: 'sm',
  '& th, & td': {
    padding: '2',
    textAlign: 'start',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
    borderBottom: '1px solid token(colors.border.subtle)',
  },
  '& th': { fontWeight: 'medium', color: 'fg.muted' },
})
const buttons = css({ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: '2' })
