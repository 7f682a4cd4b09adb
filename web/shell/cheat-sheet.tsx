import { useId } from 'react'
import { css } from 'styled-system/css'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { BindingKeys } from './binding-keys'
import type { ActiveKey } from '../keys/keyboard'
import { sectionsOf, type Section } from '../keys/sections'

type Props = {
  /** The result of `keyboard.active()` before this window covered the page. */
  active: readonly ActiveKey[]
  mac: boolean
  t: Translate
}

/** Every key that worked when the sheet was opened. */
export function CheatSheet({ active, mac, t }: Props) {
  return (
    <div className={sheet}>
      {sectionsOf(active).map((section) => (
        <Part key={section.caption} section={section} mac={mac} t={t} />
      ))}
    </div>
  )
}

function Part({ section: { caption, rows }, mac, t }: Omit<Props, 'active'> & { section: Section }) {
  const id = useId()
  return (
    <section className={part} aria-labelledby={id}>
      <h3 className={heading} id={id}>
        {t(caption)}
      </h3>
      <dl>
        {rows.map(({ id: binding, keys, label }) => (
          <div className={row} key={binding}>
            <dt>{t(label)}</dt>
            <dd>
              <BindingKeys keys={keys} mac={mac} t={t} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const sheet = css({ columnCount: { base: '2', _narrow: '1' }, columnGap: '8' })
const part = css({ breakInside: 'avoid', paddingBlockEnd: '6' })
const heading = css({ textStyle: 'caption', color: 'fg.subtle', paddingBlockEnd: '1' })
const row = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4',
  minHeight: 'rowHeader',
  paddingBlock: '1',
  '&:not(:first-child)': { borderTop: '1px solid token(colors.border.subtle)' },
})
