import { css } from 'styled-system/css'
import { usePreferences } from '../preferences'
import { dateText } from '../record/display'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { useT } from '../words'
import { focusInto } from './focus'
import type { Form } from './use-draft'

/** Shows that unsaved changes were restored, with a button to discard them. */
export function RestoredNotice({ form }: { form: Form }) {
  const t = useT()
  const { locale } = usePreferences()
  if (form.restoredAt === null) return null
  return (
    <output className={frame}>
      <Icon name="history" />
      <span className={text}>{t('form.restored', { time: dateText(form.restoredAt, locale) })}</span>
      <Button
        size="small"
        onClick={() => {
          form.discard()
          focusInto(form.fieldId('form'))
        }}
      >
        {t('form.discard')}
      </Button>
    </output>
  )
}

const frame = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  paddingInline: '3',
  paddingBlock: '2',
  borderRadius: 'sm',
  background: 'accent.subtle',
  color: 'accent.fg',
})
const text = css({ flex: '1', minWidth: '0' })
