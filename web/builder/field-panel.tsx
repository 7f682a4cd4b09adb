import { css } from 'styled-system/css'
import { CHOSEN_TYPES } from '@tocsin/core/form/schema-rules'
import type { FormField } from '@tocsin/core/form/types'
import { isEmpty } from '@tocsin/core/vocabulary/empty'
import { Icon } from '../ui/icon'
import { useT } from '../words'
import { FieldAttachments } from './field-attachments'
import { Answer } from './field-answer'
import { FieldChoices } from './field-choices'
import { FieldHead } from './field-head'
import { NameField, TagField, TitleField } from './field-text'
import { FormatField, TypeField } from './field-type'
import { Visibility } from './field-visibility'
import { IconChoice } from './icon-choice'
import { openField } from './open-field'
import { Options, pair, Part } from './panel-part'
import type { Builder } from './use-builder'
import { nameOf } from './use-facts'

type Props = {
  builder: Builder
  field: FormField
  /** The kinds of fields that this server offers by its flags. */
  offered: ReadonlySet<string>
  perType: boolean
  /** Opens the rules of the field. */
  onRules: () => void
  onBack: () => void
}

const CHOSEN: ReadonlySet<string> = new Set(CHOSEN_TYPES)

/** The open field: what it asks, under which name, and the options that its type has. */
export function FieldPanel({ builder, field, offered, perType, onRules, onBack }: Props) {
  const t = useT()
  const of = openField(builder, field, t)
  const { form, options, has } = of
  return (
    <>
      <FieldHead builder={builder} field={field} onBack={onBack} />
      <div className={body} id={builder.panelId}>
        {form.blocked !== null && (
          <p className={note}>
            <Icon name="lock" />
            {form.blocked}
          </p>
        )}
        <div className={pair}>
          <div className={wide}>
            <TitleField of={of} />
          </div>
          <NameField of={of} />
          <TagField of={of} />
          <TypeField of={of} offered={offered} />
          <Options of={of} names={['mask']} />
          {has.has('format') && <FormatField of={of} />}
        </div>
        {CHOSEN.has(field.type) && <FieldChoices of={of} />}
        {has.has('icon') && (
          <Part>
            <IconChoice
              form={form}
              path={`${options}.icon`}
              value={field.options?.['icon']}
              onChange={(icon) => builder.setOptions({ icon })}
            />
          </Part>
        )}
        <Answer of={of} />
        {has.has('validators') && (form.blocked === null || !isEmpty(field.options?.['validators'])) && (
          <Part>
            <Options of={of} names={['validators']} />
          </Part>
        )}
        {(has.has('allowAttachments') || has.has('attachmentTypes')) && <FieldAttachments of={of} perType={perType} />}
        <Visibility of={of} onRules={onRules} />
      </div>
    </>
  )
}

/** Returns what the region of a field is called. */
export const usePanelName = (field: FormField | undefined): string => {
  const t = useT()
  return field ? t('builder.field', { name: nameOf(field, t) }) : t('builder.choose')
}

const body = css({
  contain: 'layout paint style',
  flex: '1',
  minHeight: '0',
  overflow: 'auto',
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  gap: '4',
  paddingInline: { base: '6', _narrow: '4' },
  paddingBlock: '4',
  '& :is(input, select, textarea, button)': { scrollMarginBlock: '6' },
})
const note = css({ display: 'flex', alignItems: 'center', gap: '2', color: 'fg.muted' })
const wide = css({ gridColumn: '1 / -1', minWidth: '0' })
