import type { ReactNode } from 'react'
import { css } from 'styled-system/css'
import { FormField } from '../form/form-field'
import { cx } from '../ui/cx'
import { Icon } from '../ui/icon'
import { pictured } from '../ui/input-look'
import type { OpenField } from './open-field'

/** A part of the panel of a field, below a line. */
export function Part({ title, aside, children }: { title?: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={part}>
      {title !== undefined && (
        <header className={partHead}>
          <h3 className={partTitle}>{title}</h3>
          {aside}
        </header>
      )}
      {children}
    </section>
  )
}

/** The frame of a text control in the panel. One that is fixed can be read and has a padlock. */
export function Lockable({ isFixed, look, children }: { isFixed: boolean; look?: string; children: ReactNode }) {
  return (
    <span className={cx(pictured, isFixed && room, look)}>
      {children}
      {isFixed && <Icon name="lock" />}
    </span>
  )
}

/** Some options of a field, with the controls that their declaration gives them. Those that its type lacks are left out. */
export function Options({ of, names }: { of: OpenField; names: readonly string[] }) {
  const { form, options, has } = of
  return names.map(
    (name) => has.has(name) && <FormField key={name} of={form.resource} name={`${options}.${name}`} form={form} />,
  )
}

const part = css({
  display: 'grid',
  gap: '3',
  minWidth: '0',
  paddingTop: '4',
  borderTop: '1px solid token(colors.border.subtle)',
})
const partHead = css({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '2' })
const partTitle = css({ textStyle: 'title' })
const room = css({ '& > input': { paddingInlineEnd: '8', textOverflow: 'ellipsis' } })
/** Controls side by side, as far as there is room. */
export const pair = css({
  display: 'grid',
  gap: '[12px 16px]',
  alignItems: 'start',
  minWidth: '0',
  gridTemplateColumns: '[repeat(auto-fill, minmax(min(100%, 200px), 1fr))]',
  // A switch stands before its name.
  '& div:has(> span > [role=switch])': {
    display: 'flex',
    flexWrap: 'wrap',
    flexDirection: 'row-reverse',
    justifyContent: 'flex-end',
    alignItems: 'center',
    columnGap: '2',
    minHeight: { base: 'control', _narrow: 'touch' },
    '& > :first-child': { flex: '1', minWidth: '0' },
    '& > :nth-child(n + 3)': { flexBasis: 'full', order: '1' },
  },
})
/** The count of characters beside a label. */
export const count = css({ textStyle: 'small', color: 'fg.subtle', '&[data-over]': { color: 'danger.fg' } })
