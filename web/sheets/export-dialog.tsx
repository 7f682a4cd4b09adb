import { useEffect, useRef, useState } from 'react'
import { css } from 'styled-system/css'
import { ApiError } from '@tocsin/core/base/errors'
import type { ListQuery } from '@tocsin/core/api/client'
import { EXPORT_FORMATS, type ExportFormat } from '@tocsin/core/export/format'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { SiteType } from '@tocsin/core/resources/site-type'
import { useList } from '../data/hooks'
import { NoticeBox } from '../ui/notice-box'
import { capsOf } from '../keys/show'
import { keyboard } from '../keys/use-keys'
import { usePreferences } from '../preferences'
import { Button } from '../ui/button'
import { CommandLine } from '../ui/command-line'
import { Dialog, DialogButtons } from '../ui/dialog'
import { ProgressBar } from '../ui/progress-bar'
import { useT } from '../words'
import { Choices } from './choices'
import { listExport } from './export-list'
import { isSavedAsSheet, surveyOf } from './lines'
import { exportFailure } from './failure-text'
import { SaveKey } from './save-key'
import type { ListSheet } from './show-sheet'
import { placesExport, tellFailed, writeExport, type Export, type Reached } from './export-places'

/** Time for which the bar stays full after the file was written, in milliseconds (EXPORT-08). */
const FULL_FOR = 1_000

type PlacesProps = { clientId: number; siteType: SiteType; onClose: () => void }

/** Exports every site or team of a client (EXPORT-01 to EXPORT-09). */
export function ExportDialog({ clientId, siteType, onClose }: PlacesProps) {
  const t = useT()
  return (
    <ExportForm
      exportOf={(format) => placesExport(clientId, siteType, format)}
      about={t('sheets.exportAll')}
      onClose={onClose}
    />
  )
}

/** The words for the contents of a file, by the rows and columns that are saved. */
const ABOUT = {
  list: { screen: 'sheets.exportFilter', sheet: 'sheets.exportSheet', results: 'sheets.exportResults' },
  chosen: { screen: 'sheets.exportChosen', sheet: 'sheets.exportChosenSheet', results: 'sheets.exportChosenResults' },
}
const contentsOf = (of: Resource, query: ListQuery) =>
  surveyOf(of, query) !== undefined ? 'results' : isSavedAsSheet(of) ? 'sheet' : 'screen'

type ListProps = ListSheet & { onClose: () => void }

/** Exports the rows that a list matches, as shown on the screen (EXPORT-10, A-068). */
export function ListExportDialog({ of, query, columns, ready, onClose }: ListProps) {
  const t = useT()
  const { data } = useList(of, { ...query, limit: 1, offset: 0 })
  const rows =
    data === undefined ? '' : data.total === 0 ? t('sheets.exportEmpty') : t('sheets.exportRows', { count: data.total })
  return (
    <ExportForm
      exportOf={(format) => listExport({ of, query, columns, ready }, format, t)}
      about={`${t(ABOUT[query.ids ? 'chosen' : 'list'][contentsOf(of, query)])} ${rows}`}
      onClose={onClose}
    />
  )
}

type FormProps = { exportOf: (format: ExportFormat) => Export; about: string; onClose: () => void }

function ExportForm({ exportOf, about, onClose }: FormProps) {
  const t = useT()
  const { locale } = usePreferences()
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [reached, setReached] = useState<Reached | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const stop = useRef<AbortController | null>(null)
  const busy = reached !== null
  const one = exportOf(format)

  useEffect(() => () => stop.current?.abort(), [])

  const run = async () => {
    const controller = (stop.current = new AbortController())
    setReached({ done: 0, total: 0 })
    setFailure(null)
    try {
      await writeExport(one, controller.signal, setReached)
      await new Promise((resolve) => setTimeout(resolve, FULL_FOR))
    } catch (error) {
      // A stopped export is reported as a toast, since the dialog is closed. A failure is shown here, for another try.
      if (controller.signal.aborted) tellFailed(one, error, controller.signal)
      else setFailure(error)
    } finally {
      stop.current = null
      setReached(null)
    }
  }
  const start = () => {
    if (!busy) void run()
  }
  const number = (value: number) => formatNumber(locale, value)
  const close = () => {
    stop.current?.abort()
    onClose()
  }

  return (
    <Dialog title={one.title(t)} description={about} open onClose={close}>
      <form
        className={form}
        onSubmit={(event) => {
          event.preventDefault()
          start()
        }}
      >
        <SaveKey onSave={start} />
        <Choices
          label={t('sheets.format')}
          name="format"
          value={format}
          options={EXPORT_FORMATS.map((value) => [value, t(`sheets.formats.${value}`)] as const)}
          onChange={(value) => {
            if (!busy) setFormat(value)
          }}
        />
        {busy && (
          <div className={progress}>
            <ProgressBar label={t('sheets.exporting')} done={reached.done} total={reached.total || null} />
            <p className={figures}>
              {t('sheets.ofRows', { done: number(reached.done), total: reached.total ? number(reached.total) : '…' })}
            </p>
          </div>
        )}
        {failure !== null && (
          <NoticeBox tone="warning" requestId={failure instanceof ApiError ? failure.requestId : undefined}>
            {t('sheets.exportFailed', { what: one.title(t) })}. {exportFailure(failure, t, one.resource)}
          </NoticeBox>
        )}
        <CommandLine line={one.line} t={t} />
        <DialogButtons>
          <Button onClick={close}>{t(busy ? 'sheets.cancel' : 'sheets.close')}</Button>
          <Button
            look="primary"
            type="submit"
            icon="download"
            keys={capsOf('Mod+Enter', { mac: keyboard.mac })}
            busy={busy}
          >
            {t('sheets.export')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

const form = css({ display: 'grid', gap: '4', minWidth: '0' })
const progress = css({ display: 'grid', gap: '1.5' })
const figures = css({ textStyle: 'small', color: 'fg.muted' })
