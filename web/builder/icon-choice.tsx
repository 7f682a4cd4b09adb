import { css } from 'styled-system/css'
import { RATING_ICONS } from '@tocsin/core/form/schema'
import type { Form } from '../form/use-draft'
import { choiceOf, labelOf } from '../record/field-at'
import { materialOutline } from '../ui/material-icons'
import { Outline } from '../ui/outline'
import { Icon } from '../ui/icon'
import { srOnly } from '../ui/sr-only'
import { useT } from '../words'

type Props = { form: Form; path: string; value: unknown; onChange: (icon: string | null) => void }

/** The icon of a rating, among pictures: one stop of Tab, in which the arrows choose (FIELD-03, FIELD-14). */
export function IconChoice({ form, path, value, onChange }: Props) {
  const t = useT()
  const chosen = typeof value === 'string' ? value : null
  const id = form.fieldId(path)
  const choose = (icon: string | null) => form.blocked === null && onChange(icon)
  return (
    <fieldset className={frame}>
      <legend className={legend}>
        {labelOf(form.resource, path, t)}
        {chosen !== null && <span className={name}>{choiceOf(form.resource, path, chosen, t)}</span>}
      </legend>
      {[null, ...RATING_ICONS].map((icon) => {
        const text = icon === null ? t('builder.icon.none') : choiceOf(form.resource, path, icon, t)
        const outline = icon === null ? undefined : materialOutline(icon)
        return (
          <label key={icon ?? ''} className={one} title={text}>
            <input
              {...(icon === null ? { id } : {})}
              className={srOnly}
              type="radio"
              name={id}
              aria-disabled={form.blocked !== null || undefined}
              checked={icon === chosen}
              onChange={() => choose(icon)}
            />
            <span className={srOnly}>{text}</span>
            {outline === undefined ? <Icon name="x" /> : <Outline path={outline} />}
          </label>
        )
      })}
    </fieldset>
  )
}

const frame = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '1',
  gridColumn: '1 / -1',
  margin: '0',
  padding: '0',
  border: 'none',
  minWidth: '0',
})
const legend = css({ fontWeight: 'medium', padding: '0', marginBottom: '1.5' })
const name = css({ marginInlineStart: '2', fontWeight: 'regular', color: 'fg.muted' })
const one = css({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  width: { base: 'control', _narrow: 'touch' },
  height: { base: 'control', _narrow: 'touch' },
  border: '1px solid token(colors.border.default)',
  borderRadius: 'sm',
  color: 'fg.muted',
  cursor: 'pointer',
  _hover: { background: 'bg.hover' },
  '&:has(:checked)': {
    background: 'bg.selected',
    borderColor: 'accent.fg',
    color: 'accent.fg',
    _forced: { outline: '[2px solid Highlight]' },
  },
  '&:has(:focus-visible)': { outline: '2px solid token(colors.focus.ring)', outlineOffset: '[1px]' },
})
