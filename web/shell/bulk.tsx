import { useAtomValue } from 'jotai/react'
import { css } from 'styled-system/css'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import { outcomeAtom, progressAtom, showOutcome, type Outcome } from '../notices/progress'
import { usePreferences } from '../preferences'
import { useT } from '../words'
import { Button } from '../ui/button'
import { CopyButton } from '../ui/copy-button'
import { Dialog, DialogButtons } from '../ui/dialog'
import { ProgressBar } from '../ui/progress-bar'

/** Shows the progress of work on many records, and afterwards the records that were skipped or failed. */
export default function Bulk() {
  return (
    <>
      <Running />
      <Result />
    </>
  )
}

function Running() {
  const t = useT()
  const { locale } = usePreferences()
  const progress = useAtomValue(progressAtom)
  if (!progress) return null
  const { title, done, total, stop } = progress
  return (
    <output className={strip}>
      <span dir="auto">{title(t)}</span>
      <span className={bar}>
        <ProgressBar label={title(t)} done={done} total={total} />
      </span>
      <span className={figures}>
        {t('acts.progress', { done: formatNumber(locale, done), total: formatNumber(locale, total) })}
      </span>
      <Button size="small" onClick={stop}>
        {t('acts.stop')}
      </Button>
    </output>
  )
}

/** Number of rows listed, more than anybody reads; the rest are counted. */
const SHOWN = 200

function Result() {
  const t = useT()
  const outcome = useAtomValue(outcomeAtom)
  if (!outcome) return null
  const { title, done, skipped, failed, stopped } = outcome
  const close = () => showOutcome(null)
  const rows: Outcome['failed'] = [...failed, ...skipped]
  return (
    <Dialog
      open
      title={title(t)}
      onClose={close}
      description={[
        t('acts.outcome.done', { count: done }),
        skipped.length > 0 ? t('acts.outcome.skipped', { count: skipped.length }) : '',
        failed.length > 0 ? t('acts.outcome.failed', { count: failed.length }) : '',
        stopped ? t('acts.outcome.stopped') : '',
      ]
        .filter(Boolean)
        .join(' · ')}
    >
      {/* The list scrolls, so it must be reachable by Tab. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={list} tabIndex={0} aria-label={title(t)}>
        {rows.slice(0, SHOWN).map((row, at) => (
          <li key={at}>
            <strong dir="auto">{row.name(t)}</strong> {row.why(t)}
            {row.requestId && <CopyButton text={row.requestId} what={`${t('web.request')} ${row.requestId}`} t={t} />}
          </li>
        ))}
        {rows.length > SHOWN && <li>{t('acts.andMore', { names: '…', count: rows.length - SHOWN })}</li>}
      </ul>
      <DialogButtons>
        <Button keys={['Esc']} onClick={close}>
          {t('acts.close')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

// The strip is in the normal flow, so that the foot of a list, with its selection, stays visible above it.
const strip = css({
  flexShrink: '0',
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minHeight: 'row',
  paddingInline: { base: '6', _narrow: '4' },
  background: 'bg.popover',
  borderTop: '1px solid token(colors.border.default)',
})
const bar = css({ flex: '1', minWidth: '0' })
const figures = css({ whiteSpace: 'nowrap' })
const list = css({
  display: 'grid',
  gap: '1',
  maxHeight: 'map',
  overflow: 'auto',
  margin: '0',
  padding: '0',
  listStyle: 'none',
  overflowWrap: 'anywhere',
})
