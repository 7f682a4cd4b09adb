import { css } from 'styled-system/css'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { BindingKeys } from './binding-keys'
import type { PrefixState } from '../keys/keyboard'
import { keyboard, usePrefix } from '../keys/use-keys'

/** The keys that may follow the waiting prefix. The live region is always mounted, so that the keys are read out. */
export function WhichKey({ t }: { t: Translate }) {
  const state = usePrefix()
  return (
    <div className={place} aria-live="polite">
      {state && <Panel state={state} t={t} />}
    </div>
  )
}

function Panel({ state: { prefix, follow }, t }: { state: PrefixState; t: Translate }) {
  const { mac } = keyboard
  return (
    <div className={panel}>
      <p className={heading}>
        <span>{t(`keys.prefixes.${prefix}`)}</span>
        <span className={way}>
          <BindingKeys keys={['Escape']} mac={mac} t={t} />
          {t('keys.leave')}
        </span>
      </p>
      <ul className={list}>
        {follow.map(({ key, id, label }) => (
          <li className={entry} key={id}>
            <BindingKeys keys={[key]} mac={mac} t={t} />
            <span>{t(label)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

// The panel is above the status line, and lets the pointer through.
const place = css({
  position: 'fixed',
  insetInlineEnd: '4',
  bottom: '12',
  zIndex: 'toast',
  pointerEvents: 'none',
  maxWidth: '[calc(100vw - 2rem)]',
})
const panel = css({
  width: 'drawer',
  maxWidth: '[100%]',
  padding: '3',
  borderRadius: 'md',
  border: '1px solid token(colors.border.default)',
  background: 'bg.popover',
  boxShadow: 'popover',
})
const heading = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4',
  paddingBlockEnd: '2',
  fontWeight: 'semibold',
})
const way = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  color: 'fg.muted',
  fontSize: 'xs',
  fontWeight: 'regular',
})
const list = css({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(180px, 1fr))',
  columnGap: '4',
})
// The column of the keys has one width, so that all names begin at the same place.
const entry = css({
  display: 'grid',
  gridTemplateColumns: '20px minmax(0, 1fr)',
  alignItems: 'center',
  gap: '2',
  minHeight: 'controlSm',
})
