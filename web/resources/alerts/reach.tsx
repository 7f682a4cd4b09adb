import { useState } from 'react'
import { css } from 'styled-system/css'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { button, Button } from '../../ui/button'
import { Dialog, DialogButtons } from '../../ui/dialog'
import { Icon } from '../../ui/icon'
import { useT } from '../../words'
import { NotifyDialog } from './notify-dialog'
import { PersonList, type Listed, type Told } from './person'
import { listedOf, usePeople } from './use-people'
import './words'

/**
 * The ways to the people and the place of an alert on a narrow screen: call, map, notify. With one person they lead straight
 * there, and with several they ask which one. With none they say why.
 */
export function Reach({ alert }: { alert: Alert }) {
  const t = useT()
  const { data } = usePeople(alert.id)
  const [asks, ask] = useState<'call' | 'notify' | null>(null)
  const [told, tell] = useState<Told | null>(null)
  if (!data) return <div className={row} aria-hidden="true" data-waits="" />
  const people = listedOf(data, t)
  const called = people.filter(({ person }) => person.phone !== null)
  const notified = people.filter(({ person }) => (person.phone ?? person.email) !== null)
  const nobody = t('alerts.nobody')
  const noCall = alert.anonymous && people.length === 0 ? t('alerts.noContact') : nobody
  const only = called.length === 1 ? called[0]!.person : null
  const notify = () => {
    const [first] = notified
    if (notified.length === 1) tell({ target: first!.target!, person: first!.person })
    else ask('notify')
  }
  return (
    <fieldset className={row} aria-label={t('alerts.reach')}>
      {only ? (
        <a className={way} href={`tel:${only.phone}`} aria-label={t('alerts.call', { who: only.name })}>
          <Icon name="phone" />
          {t('alerts.callShort')}
        </a>
      ) : (
        <Button icon="phone" blocked={called.length === 0 ? noCall : null} onClick={() => ask('call')}>
          {t('alerts.callShort')}
        </Button>
      )}
      {data.map === null ? (
        <Button icon="mapPin" blocked={t('alerts.noPosition')}>
          {t('alerts.map')}
        </Button>
      ) : (
        <a
          className={way}
          href={data.map}
          target="_blank"
          rel="noopener noreferrer"
          referrerPolicy="no-referrer"
          aria-label={t('alerts.openMap')}
        >
          <Icon name="mapPin" />
          {t('alerts.map')}
        </a>
      )}
      <Button icon="send" blocked={notified.length === 0 ? nobody : null} onClick={notify}>
        {t('alerts.notifyShort')}
      </Button>
      {asks && (
        <Which
          title={t(asks === 'call' ? 'alerts.callWhom' : 'alerts.notifyWhom')}
          people={asks === 'call' ? called.map(({ person, role }) => ({ person, role })) : notified}
          onNotify={(one) => {
            ask(null)
            tell(one)
          }}
          onClose={() => ask(null)}
        />
      )}
      {told && <NotifyDialog alert={alert} told={told} onClose={() => tell(null)} />}
    </fieldset>
  )
}

type WhichProps = {
  title: string
  people: readonly Listed[]
  onNotify: (told: Told) => void
  onClose: () => void
}

/** Asks which person is meant, each with the ways to reach them. */
function Which({ title, people, onNotify, onClose }: WhichProps) {
  const t = useT()
  return (
    <Dialog
      title={title}
      open
      onClose={onClose}
      initialFocus={() => document.querySelector('[role=dialog] li :is(a, button)')}
    >
      <PersonList people={people} onNotify={onNotify} />
      <DialogButtons>
        <Button onClick={onClose}>{t('alerts.cancel')}</Button>
      </DialogButtons>
    </Dialog>
  )
}

const row = css({
  display: 'grid',
  // Three beside each other while their words fit; with large text one below the other.
  gridTemplateColumns: '[repeat(auto-fit, minmax(min(100%, 6.25rem), 1fr))]',
  gap: '2',
  minHeight: 'touch',
  '& > *': { paddingInline: '1' },
})
const way = button({ look: 'default', size: 'normal' })
