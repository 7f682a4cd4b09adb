import { css } from 'styled-system/css'
import { PRODUCT } from '@tocsin/core/base/constants'
import { ALL_PERMISSIONS, permissionsOfToken } from '@tocsin/core/vocabulary/token-permissions'
import { useAccount } from '../../data/account'
import type { WidgetProps } from '../../form/fields/widget'
import { useT } from '../../words'
import { areaIn, permissionGroups } from '../users/parts'

/**
 * The permissions of a token, of those that the reader has and that a token for the chosen client can use: a box for each
 * right, by area, and one for all of them. A ticked box stays when a client is chosen, so that nothing is lost unseen.
 */
export function PermissionChoice({ form, label, value, control, onChange }: WidgetProps) {
  const t = useT()
  const { permissions, userType } = useAccount()
  const chosen = Array.isArray(value) ? (value as string[]) : []
  const takesAll = chosen.includes(ALL_PERMISSIONS)
  const flip = (name: string) =>
    onChange(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name])
  const box = (name: string, text: string, isFixed = false) => (
    <label key={name} className={option}>
      <input
        type="checkbox"
        className={tick}
        checked={isFixed || chosen.includes(name)}
        disabled={isFixed}
        onChange={() => flip(name)}
      />
      <span>{text}</span>
    </label>
  )
  const isOfOneClient = userType === PRODUCT && (form.values['ClientId'] ?? null) !== null
  const usable = permissionsOfToken(permissions, { can: [ALL_PERMISSIONS], isOfOneClient })
  const groups = permissionGroups(permissions.filter((one) => usable.includes(one) || chosen.includes(one)))
  return (
    <fieldset
      id={control.id}
      className={frame}
      aria-label={label}
      aria-describedby={control['aria-describedby']}
      tabIndex={-1}
    >
      {box(ALL_PERMISSIONS, t('resources.tokens.all'))}
      {groups.map(({ area, rights }) => (
        <fieldset key={area} className={row} aria-label={areaIn(t, area)}>
          <span className={name}>{areaIn(t, area)}</span>
          <span className={options}>
            {rights.map((right) => box(`${area}:${right}`, t(`people.rights.${right}`), takesAll))}
          </span>
        </fieldset>
      ))}
    </fieldset>
  )
}

const frame = css({
  display: 'grid',
  minWidth: '0',
  margin: '0',
  gap: '2',
  padding: '3',
  border: '1px solid token(colors.border.control)',
  borderRadius: 'md',
  background: 'bg.surface',
})
const row = css({
  display: 'grid',
  gridTemplateColumns: { base: '[minmax(120px, 1fr) 2fr]', _narrow: '[1fr]' },
  gap: '2',
  minWidth: '0',
  margin: '0',
  padding: '0',
  paddingTop: '2',
  border: 'none',
  borderTop: '1px solid token(colors.border.subtle)',
})
const name = css({ color: 'fg.muted', overflowWrap: 'anywhere' })
const options = css({ display: 'flex', flexWrap: 'wrap', columnGap: '4', rowGap: '1' })
const option = css({ display: 'inline-flex', alignItems: 'center', gap: '2' })
const tick = css({ width: 'icon', height: 'icon', margin: '0', accentColor: 'accent.solid', flexShrink: '0' })
