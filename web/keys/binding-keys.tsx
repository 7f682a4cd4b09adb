import { Fragment } from 'react'
import { css } from 'styled-system/css'
import type { Translate } from '@tocsin/core/i18n'
import { Kbd } from '../ui/kbd'
import { capsOf, spokenKeys } from './show'

/** The keys of a binding: caps to see, names to hear. */
export function BindingKeys({ keys, mac, t }: { keys: readonly string[]; mac: boolean; t: Translate }) {
  return (
    <span className={group}>
      {keys.map((one, at) => (
        <Fragment key={one}>
          {at > 0 && <span className={or}>{t('keys.or')}</span>}
          <Kbd keys={capsOf(one, { mac })} />
          <span className={heard}>{spokenKeys(one, { mac, t })}</span>
        </Fragment>
      ))}
    </span>
  )
}

const group = css({
  display: 'inline-flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  alignItems: 'center',
  gap: '1',
  flexShrink: '0',
  position: 'relative',
})
const or = css({ textStyle: 'caption', color: 'fg.subtle' })
const heard = css({ srOnly: true })
