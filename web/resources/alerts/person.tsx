import { css } from 'styled-system/css'
import { initialsOf } from '../../ui/avatar'
import { Button, button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { srOnly } from '../../ui/sr-only'
import { useT } from '../../words'
import { quiet } from './look'
import type { Reachable } from './use-people'
import './words'

/** A person to be written to, as what they are told. */
export type Told = { target: 'contact' | 'responsible'; person: Reachable }

/** A person with their part in the alert; those with a target can be written to. */
export type Listed = { person: Reachable; role: string; target?: Told['target'] }

/** People with the ways to reach them; those with a target can be written to. */
export const PersonList = ({ people, onNotify }: { people: readonly Listed[]; onNotify?: (told: Told) => void }) => (
  <ul className={list}>
    {people.map(({ person, role, target }) => (
      <Person
        key={`${target ?? ''} ${person.id}`}
        person={person}
        role={role}
        onNotify={target && onNotify && (() => onNotify({ target, person }))}
      />
    ))}
  </ul>
)

type PersonProps = { person: Reachable; role: string; onNotify: (() => void) | undefined }

function Person({ person: { name, phone, email }, role, onNotify }: PersonProps) {
  const t = useT()
  return (
    <li className={card}>
      <span className={initials} data-initials={initialsOf(name)} aria-hidden="true" />
      <span className={text}>
        <strong dir="auto">{name}</strong>
        <span className={quiet}>{[role, phone ?? email].filter(Boolean).join(' · ')}</span>
      </span>
      {phone && <Way href={`tel:${phone}`} icon="phone" label={t('alerts.call', { who: name })} />}
      {email && <Way href={`mailto:${email}`} icon="mail" label={t('alerts.mail', { who: name })} />}
      {onNotify && (
        <Button
          icon="send"
          aria-label={t('alerts.notifyOne', { who: name })}
          blocked={phone === null && email === null ? t('alerts.notReachable', { who: name }) : null}
          onClick={onNotify}
        >
          {t('alerts.notify')}
        </Button>
      )}
    </li>
  )
}

const Way = ({ href, icon, label }: { href: string; icon: 'phone' | 'mail'; label: string }) => (
  <a className={way} href={href} title={label}>
    <Icon name={icon} />
    <span className={srOnly}>{label}</span>
  </a>
)

const list = css({
  display: 'grid',
  listStyle: 'none',
  border: '1px solid token(colors.border.subtle)',
  borderRadius: 'md',
  _empty: { display: 'none' },
})
const card = css({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '2',
  padding: '2.5',
  '&:not(:first-child)': { borderTop: '1px solid token(colors.border.subtle)' },
})
const initials = css({
  display: 'grid',
  placeItems: 'center',
  width: 'control',
  height: 'control',
  borderRadius: 'full',
  background: 'bg.muted',
  color: 'fg.muted',
  fontSize: '2xs',
  fontWeight: 'semibold',
  _before: { content: 'attr(data-initials)' },
})
const text = css({
  display: 'grid',
  flex: '1',
  minWidth: '[140px]',
  overflowWrap: 'anywhere',
  '& strong': { fontWeight: 'medium' },
})
const way = button({ look: 'default', size: 'normal' })
