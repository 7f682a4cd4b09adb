import { css } from 'styled-system/css'
import { APP_COLORS } from '@tocsin/core/resources/apps/theme'
import { BUTTON_COLORS, colorOr } from '@tocsin/core/resources/channels/colors'
import { isEmpty } from '@tocsin/core/vocabulary/empty'
import type { Form } from '../../form/use-draft'
import { usePreferences } from '../../preferences'
import { contrastOf, ENOUGH_CONTRAST } from '../../preview/contrast'
import { labelOf, valueAt } from '../../record/field-at'
import { Chip } from '../../ui/chip'
import { useT } from '../../words'
import './words'

/** The colours of texts and of the grounds that they are on: each with those that it has to stand out from. */
type Against = Readonly<Record<string, readonly string[]>>

const pathOf = (name: string) => `config.${name}`

/**
 * Returns the notes under colours: their contrast, and what is shown instead of half a colour or of none. `usual` has the
 * colours that are shown instead.
 */
const notesOf = (against: Against, usual: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.keys(against).map((name) => [
      pathOf(name),
      (form: Form) => <ColorNote name={name} against={against[name]!} usual={usual} form={form} />,
    ]),
  )

/** The notes under the colours of an app. */
export const APP_NOTES = notesOf(
  {
    headerColor: ['textColor'],
    backgroundColor: ['textColor'],
    textColor: ['headerColor', 'backgroundColor'],
    secondaryColor: ['secondaryBackgroundColor'],
    secondaryBackgroundColor: ['secondaryColor'],
  },
  APP_COLORS,
)

/** The notes under the colours of a channel. One contrast tells of all three. */
export const CHANNEL_NOTES = notesOf({ bgColor1: [], bgColor2: [], textColor: ['bgColor1', 'bgColor2'] }, BUTTON_COLORS)

type Props = { name: string; against: readonly string[]; usual: Readonly<Record<string, string>>; form: Form }

function ColorNote({ name, against, usual, form: { values, resource } }: Props) {
  const t = useT()
  const { locale } = usePreferences()
  const colorAt = (one: string) => valueAt(values, pathOf(one))
  const typed = colorAt(name)
  const isUnset = isEmpty(typed)
  if (!isUnset && colorOr(typed, '') === '') return t('apps.fallback', { color: usual[name] })
  const instead = isUnset ? t('apps.unset', { color: usual[name] }) : null
  if (against.length === 0) return instead
  // Where there is none, the one that phones show instead is compared.
  const color = colorOr(typed, usual[name]!)
  const contrasts = against.map((other) => ({
    other,
    ratio: contrastOf(color, colorOr(colorAt(other), usual[other]!)) ?? 1,
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
          other: labelOf(resource, pathOf(other), t),
          least: ENOUGH_CONTRAST.toLocaleString(locale),
        })}
        {instead !== null && `. ${instead}`}
      </span>
    </span>
  )
}

const line = css({ display: 'flex', alignItems: 'baseline', gap: '1.5', minWidth: '0' })
const figure = css({ flexShrink: '0' })
