import { useId, type ReactNode } from 'react'
import { css } from 'styled-system/css'

/** A section with a title; `aside` stands at the end of its header. */
export function Card({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={card} aria-labelledby={id}>
      <header className={head}>
        <h2 className={heading} id={id}>
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  )
}

const card = css({
  minWidth: '0',
  background: 'bg.surface',
  border: '1px solid token(colors.border.subtle)',
  borderRadius: 'md',
  overflow: 'hidden',
})
const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2',
  minHeight: 'touch',
  paddingInline: '4',
  paddingBlock: '2',
  borderBottom: '1px solid token(colors.border.subtle)',
})
const heading = css({ textStyle: 'title' })
