import { css } from 'styled-system/css'
import { kindIcons } from '@tocsin/core/resources/channels/kinds/index'
import type { nestings } from '@tocsin/core/resources/channels/order'
import type { Channel } from '@tocsin/core/resources/channels/types'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { materialOutline } from '../../ui/material-icons'
import { element, kept, outlined, textWriter, type DressName } from '../../table/paint-cell'
import { cx } from '../../ui/cx'
import { srOnly } from '../../ui/sr-only'
import './words'

/** The deepest level that a name is moved in for: a name needs room too. */
const DEEPEST = 4

/** Shows the kind of a channel before its name, and moves the name in by the groups that the channel lies in. */
export function dressChannel(places: ReturnType<typeof nestings<Channel>>, t: Translate): DressName {
  return (cell, name) => {
    const { picture, draw } = outlined(first)
    name.prepend(picture)
    cell.className = cx(cell.className, inset)
    const told = element('span', srOnly)
    const tell = textWriter(told.appendChild(document.createTextNode('')))
    const move = kept<number>((depth) => {
      cell.style.setProperty('--depth', String(Math.min(depth, DEEPEST)))
      if (depth > 0) name.append(told)
      else told.remove()
    }, 0)
    return (row) => {
      draw(materialOutline(kindIcons[(row as unknown as Channel).channelType]) ?? '')
      const place = places.get(row.id)
      if (place) tell(t('apps.within', { name: place.within.name }))
      move(place?.depth ?? 0)
    }
  }
}

const first = css({
  display: 'inline-block',
  verticalAlign: '[-3px]',
  marginInlineEnd: '2',
  color: 'fg.muted',
})
// One line for each group around it.
const inset = css({
  alignSelf: 'stretch',
  alignContent: 'center',
  '--inset': '[calc(var(--depth, 0) * 20px)]',
  paddingInlineStart: { base: '[calc(10px + var(--inset))]', _narrow: '[var(--inset)]' },
  backgroundImage:
    '[repeating-linear-gradient(to right, transparent 0 9px, token(colors.border.default) 9px 10px, transparent 10px 20px)]',
  backgroundSize: '[var(--inset) 100%]',
  backgroundPosition: { base: '[10px 0]', _narrow: '[0 0]' },
  backgroundRepeat: 'no-repeat',
})
