import { css } from 'styled-system/css'
import type { FormField } from '@tocsin/core/form/types'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import { usePreferences } from '../preferences'
import { Button } from '../ui/button'
import { Outline } from '../ui/outline'
import { useT } from '../words'
import { kindOf, kindText, outlineOfKind } from './kinds'
import type { Builder } from './use-builder'

type Props = { builder: Builder; field: FormField; onBack: () => void }

/** The head of the open field: its kind, its place, and what leads to another one, moves it or removes it. */
export function FieldHead({ builder, field, onBack }: Props) {
  const t = useT()
  const { locale } = usePreferences()
  const { at, shown } = builder
  const { form, blocked, path: list } = builder.facts
  const kind = kindOf(field)
  return (
    <div className={head}>
      <span className={onlyOnePage}>
        <Button look="quiet" icon="chevronLeft" iconOnly onClick={onBack}>
          {t('builder.back')}
        </Button>
      </span>
      <Outline path={outlineOfKind(kind)} look={picture} />
      <h2 className={heading}>
        {kindText(form.resource, list, kind, t)} <span className={wire}>{field.type}</span>
      </h2>
      <span className={tools}>
        <span className={place}>
          {t('builder.of', { at: formatNumber(locale, at + 1), total: formatNumber(locale, shown.length) })}
        </span>
        <span className={onlySideBySide}>
          <Button
            size="small"
            icon="chevronUp"
            iconOnly
            blocked={at === 0 ? t('builder.isFirst') : null}
            onClick={() => builder.show(at - 1)}
          >
            {t('builder.previous')}
          </Button>
          <Button
            size="small"
            icon="chevronDown"
            iconOnly
            blocked={at === shown.length - 1 ? t('builder.isLast') : null}
            onClick={() => builder.show(at + 1)}
          >
            {t('builder.next')}
          </Button>
        </span>
        <span className={onlyOnePage}>
          <Button size="small" icon="arrowUp" iconOnly blocked={blocked} onClick={() => builder.shift('up')}>
            {t('builder.up')}
          </Button>
          <Button size="small" icon="arrowDown" iconOnly blocked={blocked} onClick={() => builder.shift('down')}>
            {t('builder.down')}
          </Button>
        </span>
        <Button size="small" icon="trash" iconOnly blocked={blocked} onClick={() => void builder.remove(onBack)}>
          {t('builder.remove')}
        </Button>
      </span>
    </div>
  )
}

const head = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  flexShrink: '0',
  minHeight: '[44px]',
  paddingInlineStart: { base: '6', _narrow: '2' },
  paddingInlineEnd: { base: '4', _narrow: '2' },
  paddingBlock: '1',
  borderBottom: '1px solid token(colors.border.subtle)',
})
const onlyOnePage = css({ display: 'none', '[data-one-page] &': { display: 'inline-flex', gap: '1' } })
const onlySideBySide = css({ display: 'inline-flex', gap: '1', '[data-one-page] &': { display: 'none' } })
const picture = css({ color: 'fg.muted' })
const heading = css({
  flex: '1',
  minWidth: '0',
  textStyle: 'title',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
const wire = css({ textStyle: 'mono', color: 'fg.subtle', marginInlineStart: '1', _narrow: { display: 'none' } })
const tools = css({ display: 'inline-flex', alignItems: 'center', gap: '1' })
const place = css({ textStyle: 'small', color: 'fg.muted', whiteSpace: 'nowrap', marginInlineEnd: '1' })
