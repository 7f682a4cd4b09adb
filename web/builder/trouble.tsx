import type { ReactNode } from 'react'
import { css } from 'styled-system/css'
import { cx } from '../ui/cx'
import { Icon } from '../ui/icon'

/** The sentence of a problem, below what it is about. */
export const Trouble = ({ id, look, children }: { id?: string; look?: string; children: ReactNode }) => (
  <p className={cx(sentence, look)} id={id}>
    <Icon name="circleAlert" />
    {children}
  </p>
)

const sentence = css({
  display: 'flex',
  gap: '1.5',
  textStyle: 'small',
  color: 'danger.fg',
  '& svg': { width: 'iconSm', height: 'iconSm' },
})
