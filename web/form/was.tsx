import { css } from 'styled-system/css'
import { colorOr } from '@tocsin/core/resources/channels/colors'
import { usePreferences } from '../preferences'
import { displayValue } from '../record/display'
import { fieldAt, valueAt } from '../record/field-at'
import { useNamesOf } from '../record/names-of'
import { useT } from '../words'
import type { Form } from './use-draft'

/** Shows the value that a changed field had before. */
export function Was({ form: { resource, base }, path }: { form: Form; path: string }) {
  const t = useT()
  const { locale } = usePreferences()
  const name = useNamesOf(resource, [base])
  const value = valueAt(base, path)
  const color = fieldAt(resource, path)?.type === 'color' ? colorOr(value, '') : ''
  return (
    <span className={line}>
      {t('form.was')} {/* The colour is the client's: no theme chooses it. */}
      {color !== '' && <span className={sample} style={{ background: color }} />}
      <span className={text} dir="auto">
        {displayValue(resource, path, value, t, locale, { name, row: base })}
      </span>
    </span>
  )
}

const line = css({ display: 'flex', alignItems: 'center', gap: '1', minWidth: '0' })
const text = css({ minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })
const sample = css({
  flexShrink: '0',
  width: '3',
  height: '3',
  border: '1px solid token(colors.border.control)',
  borderRadius: 'xs',
})
