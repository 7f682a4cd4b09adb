import { useId, type ReactNode } from 'react'
import { css } from 'styled-system/css'
import type { Form } from './use-draft'

/** A section of a form: fields that belong together, under a title. */
export type FormSection = { name: string; title: string; about?: string; only: readonly string[] }

type Props = { form: Form; sections: readonly FormSection[]; children: (name: string) => ReactNode }

/** Shows the fields of a form in sections, one below the other. */
export function FormSections({ form, sections, children }: Props) {
  return (
    <div className={frame} id={form.fieldId('form')}>
      {sections.map((section) => (
        <Section key={section.name} section={section}>
          {section.only.map(children)}
        </Section>
      ))}
    </div>
  )
}

function Section({ section: { title, about }, children }: { section: FormSection; children: ReactNode }) {
  const id = useId()
  return (
    <section className={part} aria-labelledby={id}>
      <header>
        <h2 className={heading} id={id}>
          {title}
        </h2>
        {about !== undefined && <p className={note}>{about}</p>}
      </header>
      <div className={fields}>{children}</div>
    </section>
  )
}

const frame = css({ display: 'grid', minWidth: '0' })
const part = css({
  display: 'grid',
  gap: '4',
  minWidth: '0',
  paddingBlock: '5',
  borderTop: '1px solid token(colors.border.subtle)',
  '&:first-of-type': { borderTop: 'none', paddingTop: '0' },
  // The buttons at the foot do not cover the field that has the focus.
  '& :is(input, select, textarea, button)': { scrollMarginBlock: '[96px]' },
})
const heading = css({ textStyle: 'title' })
const note = css({ color: 'fg.muted', marginTop: '0.5' })
// Two fields side by side where there is room for them, and never three: many belong together in pairs.
const fields = css({
  display: 'grid',
  alignItems: 'start',
  gap: '4',
  gridTemplateColumns: '[repeat(auto-fill, minmax(min(100%, max(220px, 40%)), 1fr))]',
})
