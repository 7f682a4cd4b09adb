import { useId, type ReactNode } from 'react'
import { css } from 'styled-system/css'

export function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={card} aria-labelledby={id}>
      <h2 className={heading} id={id}>
        {title}
      </h2>
      {children}
    </section>
  )
}

const card = css({
  background: 'bg.surface',
  border: '1px solid token(colors.border.subtle)',
  borderRadius: 'md',
  overflow: 'hidden',
})
const heading = css({
  textStyle: 'title',
  paddingInline: '4',
  paddingBlock: '3',
  borderBottom: '1px solid token(colors.border.subtle)',
})
