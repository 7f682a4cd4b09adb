import { css } from 'styled-system/css'
import { APP_COLORS } from '@tocsin/core/resources/apps/theme'
import { colorOr } from '@tocsin/core/resources/channels/colors'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Form } from '../../form/use-draft'
import { usePreferences } from '../../preferences'
import { contrastOf, ENOUGH_CONTRAST } from '../../preview/contrast'
import { labelOf, valueAt } from '../../record/field-at'
import { Chip } from '../../ui/chip'
import { useT } from '../../words'
import './words'

type ColorName = keyof typeof APP_COLORS

/** The colours of texts and of the grounds that they are on: each with those that it has to stand out from. */
const AGAINST: Readonly<Record<ColorName, readonly ColorName[]>> = {
  headerColor: ['textColor'],
  backgroundColor: ['textColor'],
  textColor: ['headerColor', 'backgroundColor'],
  secondaryColor: ['secondaryBackgroundColor'],
  secondaryBackgroundColor: ['secondaryColor'],
}

const pathOf = (name: ColorName) => `config.${name}`

/** The notes under the colours of an app: their contrast, or what the preview shows instead of half a colour. */
export const COLOR_NOTES = Object.fromEntries(
  (Object.keys(AGAINST) as ColorName[]).map((name) => [
    pathOf(name),
    (form: Form) => <ColorNote name={name} values={form.values} of={form.resource} />,
  ]),
)

type Props = { name: ColorName; values: Readonly<Record<string, unknown>>; of: Resource }

function ColorNote({ name, values, of }: Props) {
  const t = useT()
  const { locale } = usePreferences()
  const color = valueAt(values, pathOf(name))
  const usual = APP_COLORS[name]
  if (colorOr(color, '') === '') return t('apps.fallback', { color: usual })
  const contrasts = AGAINST[name].map((other) => ({
    other,
    ratio: contrastOf(color, colorOr(valueAt(values, pathOf(other)), APP_COLORS[other])) ?? 1,
  }))
  // Of two grounds the one that is harder to read on counts.
  const { other, ratio } = contrasts.reduce((worst, one) => (one.ratio < worst.ratio ? one : worst))
  // Rounded down: what is almost enough must not read as enough.
  const text = (Math.floor(ratio * 10) / 10).toLocaleString(locale)
  const enough = ratio >= ENOUGH_CONTRAST
  return (
    <span className={line}>
      <span className={figure}>
        <Chip tone={enough ? 'good' : 'trouble'}>{t('apps.ratio', { ratio: text })}</Chip>
      </span>{' '}
      <span>
        {t(enough ? 'apps.contrast' : 'apps.lowContrast', {
          other: labelOf(of, pathOf(other), t),
          least: ENOUGH_CONTRAST.toLocaleString(locale),
        })}
      </span>
    </span>
  )
}

const line = css({ display: 'flex', alignItems: 'baseline', gap: '1.5', minWidth: '0' })
const figure = css({ flexShrink: '0' })
