import { css } from 'styled-system/css'

/** Shows key caps. Screen readers get the binding from `aria-keyshortcuts` or the cheat sheet. */
export function Kbd({ keys }: { keys: readonly string[] }) {
  return (
    <span className={capsLook} aria-hidden="true">
      {keys.map((key, at) => (
        <kbd className={capLook} key={`${at} ${key}`}>
          {key}
        </kbd>
      ))}
    </span>
  )
}

export const capsLook = css({
  display: 'inline-flex',
  gap: '1',
  flexShrink: '0',
  // On a narrow screen a button has room for its word alone.
  'button &': { display: { base: 'inline-flex', _narrow: 'none' } },
})
export const capLook = css({
  display: 'inline-grid',
  placeItems: 'center',
  minWidth: 'cap',
  height: 'cap',
  paddingInline: '1',
  border: '1px solid token(colors.border.default)',
  borderRadius: 'xs',
  background: 'bg.subtle',
  color: 'fg.muted',
  fontFamily: 'sans',
  fontSize: '2xs',
  lineHeight: '2xs',
  fontWeight: 'medium',
  // On a button the cap is an outline in the colour of the button's text.
  'button &': {
    background: 'transparent',
    borderColor: 'current',
    color: '[inherit]',
  },
})
