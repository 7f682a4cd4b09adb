import { useEffect } from 'react'
import { Link } from 'wouter'
import { css } from 'styled-system/css'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { renewRights } from '../accounts/rights'
import { openPalette } from '../commands/open-palette'
import { useAccount } from '../data/account'
import { listHref } from '../navigation/hrefs'
import { usePreferences } from '../preferences'
import { useT } from '../words'
import { Button } from '../ui/button'
import { State } from '../ui/state'
import { Page } from './page'

/** The page for an unknown address. */
export function NotFound() {
  const t = useT()
  return (
    <Page title={t('screens.notFound.title')}>
      <State icon="search" title={t('screens.notFound.detail')}>
        <WaysOn />
      </State>
    </Page>
  )
}

type NoRecordProps = {
  resource: Resource
  id: number
  /** The reason why there may be no such record, where more is known than its address. */
  detail: string | undefined
}

/** The page for a record that is missing or that this account does not see, with a way to the list of the others. */
export function NoRecord({ resource, id, detail }: NoRecordProps) {
  const t = useT()
  const account = useAccount()
  const name = t(`resources.${resource.name}.name`)
  return (
    <Page title={`${name} ${id}`}>
      <State icon="search" title={t('screens.notFound.record', { name, id })} detail={detail}>
        {mayDo(account, resource, 'view') && (
          <Link className={link} href={listHref(resource.name)} replace>
            {t(`resources.${resource.name}.names`)}
          </Link>
        )}
        <WaysOn />
      </State>
    </Page>
  )
}

type NoAccessProps = {
  /** The permissions of which any one is enough; empty where none would help. */
  needed: readonly string[]
  /** True if the page replaces a form. */
  acts?: boolean
  /** The record's own page. */
  see?: string
}

/** The page for an address that this account may not open, with the permissions that it would need. */
export function NoAccess({ needed, acts = false, see }: NoAccessProps) {
  const t = useT()
  const { locale } = usePreferences()
  // The permission may have been granted since.
  useEffect(() => void renewRights().catch(() => undefined), [])
  // Any one of the permissions is enough.
  const permission = new Intl.ListFormat(locale, { type: 'disjunction' }).format(needed)
  const known = acts ? 'screens.noAccess.act' : 'screens.noAccess.detail'
  const others = acts ? 'notices.notForYou' : 'screens.noAccess.otherAccounts'
  return <Refused why={needed.length > 0 ? t(known, { permission }) : t(others)} see={see} />
}

/** The page in place of a refused screen, with the reason. */
export function Refused({ why, see }: { why: string; see: string | undefined }) {
  const t = useT()
  return (
    <Page title={t('screens.noAccess.title')}>
      <State icon="lock" title={t('screens.noAccess.title')} detail={why}>
        {see !== undefined && (
          <Link className={link} href={see} replace>
            {t('screens.noAccess.see')}
          </Link>
        )}
        <WaysOn />
      </State>
    </Page>
  )
}

function WaysOn() {
  const t = useT()
  return (
    <>
      <Link className={link} href="/">
        {t('screens.notFound.home')}
      </Link>
      <Button icon="search" onClick={() => openPalette()}>
        {t('screens.notFound.palette')}
      </Button>
    </>
  )
}

const link = css({ alignSelf: 'center', color: 'accent.fg', textDecoration: 'underline', textUnderlineOffset: '[3px]' })
