import { useId, type ReactNode } from 'react'
import { css } from 'styled-system/css'
import { Icon } from '../../../ui/icon'
import { useT } from '../../../words'
import './words'

type Props = {
  name: string
  /** The number of fields with a problem. */
  problems?: number
  /** Content beside the title, such as a button. */
  aside?: ReactNode
  children: ReactNode
}

/** A section of the editor of a channel: its title with the count of its problems, and its content. */
export function Section({ name, problems = 0, aside, children }: Props) {
  const t = useT()
  const id = useId()
  return (
    <section className={frame} aria-labelledby={id} data-section={name}>
      <div className={head}>
        <h3 className={title} id={id}>
          {t(`channelEditor.sections.${name}`)}
          {problems > 0 && (
            <span className={trouble}>
              <Icon name="circleAlert" />
              {t('channelEditor.problems', { count: problems })}
            </span>
          )}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** The style of what scrolls under the head of the editor. */
export const scrolled = css({
  flex: '1',
  minHeight: '0',
  display: 'grid',
  alignContent: 'start',
  gap: '4',
  position: 'relative',
  overflow: 'auto',
  paddingInline: { base: '6', _narrow: '4' },
  paddingBlock: '5',
  _focusVisible: { outline: '2px solid token(colors.focus.ring)', outlineOffset: '[-2px]' },
})

/** The style of a column of sections. */
export const stacked = css({ display: 'grid', alignContent: 'start', gap: '6', minWidth: '0' })

/** The style of two columns of sections, one below the other where there is no room. */
export const halves = css({
  display: 'grid',
  gap: '6',
  minWidth: '0',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  '@container fields (min-width: 640px)': { gridTemplateColumns: '[repeat(2, minmax(0, 1fr))]', columnGap: '8' },
})

/** The style of the fields of a section: side by side where there is room for them. */
export const fields = css({
  display: 'grid',
  alignItems: 'start',
  gap: '4',
  gridTemplateColumns: '[repeat(auto-fill, minmax(min(100%, 120px), 1fr))]',
  // The names of switches are long.
  '&:not(:has(input, select, textarea))': {
    gap: '2',
    gridTemplateColumns: '[repeat(auto-fill, minmax(min(100%, 184px), 1fr))]',
  },
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
  '& label': { overflowWrap: 'anywhere' },
  // The foot lies over the fields, and must not cover the one that has the focus.
  '& :is(input, select, textarea, button)': { scrollMarginBlock: '6' },
})

const frame = css({ display: 'grid', gap: '3', minWidth: '0' })
const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2',
  minHeight: 'controlSm',
})
const title = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2', textStyle: 'title' })
const trouble = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  textStyle: 'small',
  color: 'danger.fg',
  '& svg': { width: 'iconSm', height: 'iconSm' },
})
