import { css } from 'styled-system/css'
import { cx } from '../ui/cx'
import { element } from './paint-cell'

/** Makes a button in a cell whose picture is its background. The grid handles its press, by the name of its data. */
export function rowButton(data: 'lift' | 'panel', picture: string): HTMLButtonElement {
  const button = element('button', cx(look, picture))
  button.type = 'button'
  button.tabIndex = -1
  button.dataset[data] = ''
  return button
}

const look = css({
  flexShrink: '0',
  width: { base: 'controlSm', _narrow: 'touch' },
  height: { base: 'controlSm', _narrow: 'touch' },
  borderRadius: 'sm',
  backgroundRepeat: 'no-repeat',
  backgroundPosition: 'center',
  backgroundSize: '[16px]',
  _hover: { backgroundColor: 'bg.muted' },
})
