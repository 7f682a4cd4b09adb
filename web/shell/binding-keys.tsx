import { Fragment } from 'react'
import { css } from 'styled-system/css'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { Kbd } from '../ui/kbd'
import { capsOf, runsOf, spokenKeys } from '../keys/show'
import { srOnly } from '../ui/sr-only'

/** The keys of a command: visible caps, and names for screen readers. */
export function BindingKeys({ keys, mac, t }: { keys: readonly string[]; mac: boolean; t: Translate }) {
  return (
    <span className={group}>
      {runsOf(keys).map(([first, last], at) => (
        <Fragment key={first}>
          {at > 0 && <span className={or}>{t('keys.or')}</span>}
          <Kbd keys={capsOf(first, { mac })} />
          {last === first ? (
            <span className={srOnly}>{spokenKeys(first, { mac, t })}</span>
          ) : (
            <>
              <span className={or} aria-hidden="true">
                –
              </span>
              <Kbd keys={capsOf(last, { mac })} />
              <span className={srOnly}>
                {t('keys.range', { first: spokenKeys(first, { mac, t }), last: spokenKeys(last, { mac, t }) })}
              </span>
            </>
          )}
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
