import { css } from 'styled-system/css'
import { outlineOf, type IconName } from '../ui/icon'

/** The tops of the rows that are still blank, and the lengths of what would stand in them. */
const ROWS = [
  [44, 34],
  [60, 46],
  [76, 28],
] as const

/**
 * The illustration of a table without rows: a blank sheet with the icon of what it would list, or of the search that
 * found nothing (TABLE-02). The sentence below it says the same in words.
 */
export function EmptyPicture({ icon }: { icon: IconName }) {
  return (
    <svg className={picture} viewBox="0 0 160 112" aria-hidden="true" data-picture={icon}>
      <rect className={behind} x="28" y="5" width="104" height="84" rx="8" />
      <rect className={sheet} x="16" y="13" width="128" height="84" rx="8" />
      <path className={line} d="M16 33h128M28 23h26M84 23h14M112 23h14" />
      {ROWS.map(([y, width]) => (
        <path key={y} className={blank} d={`M28 ${y}h${width}M112 ${y}h14`} />
      ))}
      <circle className={badge} cx="92" cy="66" r="27" />
      <path className={sign} d={outlineOf(icon)} transform="translate(76 50) scale(1.3333)" />
    </svg>
  )
}

const picture = css({
  width: '[160px]',
  height: '[112px]',
  fill: 'transparent',
  strokeWidth: '1.5',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
})
const behind = css({ fill: 'bg.muted', stroke: 'border.subtle', _forced: { fill: '[Canvas]', stroke: '[GrayText]' } })
const sheet = css({
  fill: 'bg.surface',
  stroke: 'border.control',
  _forced: { fill: '[Canvas]', stroke: '[CanvasText]' },
})
const line = css({ stroke: 'border.control', _forced: { stroke: '[CanvasText]' } })
const blank = css({ stroke: 'border.default', strokeWidth: '4', _forced: { stroke: '[GrayText]' } })
const badge = css({
  fill: 'bg.surface',
  stroke: 'border.control',
  _forced: { fill: '[Canvas]', stroke: '[CanvasText]' },
})
const sign = css({ stroke: 'fg.muted', _forced: { stroke: '[CanvasText]' } })
