import { css } from 'styled-system/css'
import type { Translate } from '@tocsin/core/i18n'
import { useHealth } from '../../health'
import { Card } from '../../ui/card'
import { CommandLine } from '../../ui/command-line'
import { Facts } from '../../ui/facts'
import { Icon } from '../../ui/icon'
import { StateChip } from '../../ui/state-chip'
import { terminalLine } from './terminal-line'

/** Says what runs here, where things are, and how to get in. */
export function Welcome({ t }: { t: Translate }) {
  const { state, version, database } = useHealth()
  const tone = { asking: 'plain', ready: 'good', unready: 'trouble', unreachable: 'trouble' } as const
  const { origin } = location
  return (
    <main className={page} id="content" tabIndex={-1}>
      <div>
        <h1 className={heading}>{t('tagline')}</h1>
        <p className={lead}>{t('about')}</p>
      </div>
      <div className={columns}>
        <Card title={t('runs')}>
          <Facts
            rows={{
              [t('state')]: (
                <>
                  <StateChip tone={tone[state]}>{t(`states.${state}`)}</StateChip>
                  {(state === 'unready' || state === 'unreachable') && <p className={advice}>{t(`advice.${state}`)}</p>}
                </>
              ),
              [t('version')]: version ?? __TOCSIN_VERSION__,
              [t('database')]: t(`databases.${database ?? 'unknown'}`),
              [t('address')]: <span className={mono}>{origin}</span>,
            }}
          />
        </Card>
        <Card title={t('places')}>
          <Facts
            rows={{
              [t('placeNames.api')]: <Place path="/api" note={t('afterSignIn')} />,
              [t('placeNames.openapi')]: <Place path="/openapi.json" linked />,
              [t('placeNames.health')]: <Place path="/healthz" linked />,
              [t('placeNames.readiness')]: <Place path="/readyz" linked />,
            }}
          />
        </Card>
      </div>
      <Card title={t('terminal')}>
        <div className={steps}>
          <p>{t('terminalSteps.login')}</p>
          <CommandLine t={t} line={terminalLine(origin, 'auth login --username root')} />
          <p>{t('terminalSteps.next')}</p>
          <CommandLine t={t} line={terminalLine(origin, 'sites list --client Acme')} />
          <CommandLine t={t} line={terminalLine(origin, 'help')} />
        </div>
      </Card>
      <footer className={disclaimer}>
        <Icon name="phone" />
        <p>{t('disclaimer')}</p>
      </footer>
    </main>
  )
}

function Place({ path, note, linked = false }: { path: string; note?: string; linked?: boolean }) {
  if (linked)
    return (
      <a className={link} href={path}>
        {path}
      </a>
    )
  return (
    <>
      <span className={mono}>{path}</span> <span className={quiet}>{note}</span>
    </>
  )
}

const page = css({
  display: 'grid',
  gap: '6',
  maxWidth: 'page',
  marginInline: 'auto',
  paddingInline: { base: '6', _narrow: '4' },
  paddingBlock: { base: '12', _narrow: '8' },
  outline: 'none',
})
const heading = css({ textStyle: 'figure', textWrap: 'balance' })
const lead = css({ color: 'fg.muted', fontSize: 'md', lineHeight: 'md', marginTop: '2', maxWidth: 'form' })
const columns = css({
  display: 'grid',
  gap: '6',
  gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', _narrow: 'minmax(0, 1fr)' },
  alignItems: 'start',
})
const advice = css({ color: 'fg.muted', marginTop: '1' })
const mono = css({ textStyle: 'mono' })
const quiet = css({ color: 'fg.subtle' })
const link = css({
  textStyle: 'mono',
  color: 'accent.fg',
  textDecoration: 'underline',
  textUnderlineOffset: '3px',
})
const steps = css({ display: 'grid', gap: '3', padding: '4' })
const disclaimer = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  padding: '4',
  color: 'fg.muted',
  background: 'bg.subtle',
  border: '1px solid token(colors.border.subtle)',
  borderRadius: 'md',
})
