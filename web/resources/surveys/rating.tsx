import { css } from 'styled-system/css'
import { ratingSteps } from '@tocsin/core/form/rating'
import type { FormField } from '@tocsin/core/form/types'
import type { Locale } from '@tocsin/core/base/constants'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Row } from '../../data/row'
import { ratingOutline } from '../../forms/rating-outline'
import { usePreferences } from '../../preferences'
import { EMPTY_TEXT, numberText } from '../../record/display'
import { contentWriter, element, outlined, textWriter, type Paint } from '../../table/paint-cell'
import { Outline } from '../../ui/outline'
import { srOnly } from '../../ui/sr-only'
import { useT } from '../../words'
import './words'

/** The most steps that are shown as an icon each. A longer scale has one icon and its number. */
const MOST_ICONS = 5

/** Returns for each icon of a rating whether it is filled, and the rating in words; undefined where there is no number. */
function shownAs(field: FormField, answer: unknown, t: Translate, locale: Locale) {
  if (typeof answer !== 'number') return undefined
  const steps = ratingSteps(field.options)
  const most = steps.at(-1)
  const number = numberText(answer, locale)
  return {
    filled: steps.length > 0 && steps.length <= MOST_ICONS ? steps.map((step) => step <= answer) : [true],
    words: most === undefined ? number : t('surveys.rated', { number, most: numberText(most, locale) }),
  }
}

const isLong = (filled: readonly boolean[]) => filled.length === 1

/** A rating as the icons of its question. Readers hear it in words, unless `silent`: the number stands beside it. */
export function Rating({ field, answer, silent = false }: { field: FormField; answer: unknown; silent?: boolean }) {
  const t = useT()
  const { locale } = usePreferences()
  const shown = shownAs(field, answer, t, locale)
  if (!shown) return null
  const { filled, words } = shown
  return (
    <span className={line}>
      {filled.map((isFilled, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the steps of a scale have no other name
        <span key={at} className={mark} data-filled={isFilled || undefined}>
          <Outline path={ratingOutline(field)} />
        </span>
      ))}
      {!silent && <span className={isLong(filled) ? undefined : srOnly}>{words}</span>}
    </span>
  )
}

/** Paints the ratings of a column as `Rating` draws them. */
export function paintRating(field: FormField, answerOf: (row: Row) => unknown, t: Translate, locale: Locale): Paint {
  const outline = ratingOutline(field)
  return (cell) => {
    const content = element('span', line)
    const dash = document.createTextNode(EMPTY_TEXT)
    const words = content.appendChild(element('span', ''))
    const [hold, write] = [contentWriter(cell), textWriter(words.appendChild(document.createTextNode('')))]
    const marks: HTMLElement[] = []
    return (row) => {
      const shown = row ? shownAs(field, answerOf(row), t, locale) : undefined
      hold(shown ? content : row && dash, row !== null && !shown)
      if (!shown) return
      while (marks.length < shown.filled.length) {
        const { picture, draw } = outlined('')
        draw(outline)
        const one = element('span', mark)
        one.append(picture)
        marks.push(one)
        words.before(one)
      }
      words.className = isLong(shown.filled) ? '' : srOnly
      for (const [at, one] of marks.entries()) one.toggleAttribute('data-filled', shown.filled[at] ?? false)
      write(shown.words)
    }
  }
}

const line = css({
  display: 'inline-flex',
  alignItems: 'center',
  whiteSpace: 'nowrap',
  verticalAlign: 'middle',
})
const mark = css({
  display: 'inline-flex',
  color: 'fg.muted',
  '& svg': { width: '[14px]', height: '[14px]' },
  '&[data-filled]': { color: 'fg.default', '& svg': { fill: 'current' } },
})
