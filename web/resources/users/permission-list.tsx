import { css } from 'styled-system/css'
import { Card } from '../../ui/card'
import { Facts } from '../../ui/facts'
import { useT } from '../../words'
import { areaIn, permissionGroups } from './permission-groups'
import './words'

/** The permissions of a user, in words and as the strings that a refusal names. */
export function PermissionList({ permissions }: { permissions: readonly string[] }) {
  const t = useT()
  const groups = permissionGroups(permissions)
  return (
    <Card title={t('people.permissions')}>
      {groups.length === 0 ? (
        <p className={none}>{t('people.noPermissions')}</p>
      ) : (
        <Facts
          rows={Object.fromEntries(
            groups.map(({ area, rights }) => [
              areaIn(t, area),
              <span key={area} className={two}>
                {rights.map((right) => t(`people.rights.${right}`)).join(', ')}
                <span className={strings}>{rights.map((right) => `${area}:${right}`).join(' ')}</span>
              </span>,
            ]),
          )}
        />
      )}
    </Card>
  )
}

const two = css({ display: 'grid', gap: '0.5' })
const strings = css({ textStyle: 'mono', color: 'fg.subtle', overflowWrap: 'anywhere' })
const none = css({ padding: '4', color: 'fg.muted' })
