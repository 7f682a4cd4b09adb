import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { css } from 'styled-system/css'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { writesOf } from '@tocsin/core/import/summary'
import { defaultMode } from '@tocsin/core/import/target'
import type { SheetTarget } from '@tocsin/core/resources/sheets'
import { IMPORT_MODES, ON_ERROR, type ImportMode } from '@tocsin/core/import/modes'
import { ask } from '../notices/confirm'
import { useAccount } from '../data/account'
import { useRecord } from '../data/hooks'
import { resourceOf } from '../data/resources'
import { usePreferences } from '../preferences'
import { Button } from '../ui/button'
import { CommandLine } from '../ui/command-line'
import { keyboard } from '../keys/use-keys'
import { capsOf } from '../keys/show'
import { Dialog, DialogButtons } from '../ui/dialog'
import { importMessages } from '@tocsin/core/import/messages'
import { addWords, useT } from '../words'
import { Choices } from './choices'
import { importFailure } from './failure-text'
import { EncodingChoice } from './encoding-choice'
import { FileChoice } from './file-choice'
import { ImportOutcome } from './import-outcome'
import { ImportProgress } from './import-progress'
import { createImport } from './import-run'
import { blockedBy, isFileChanged, nextImport, nothingChosen } from './import-state'
import type { SheetFormat } from './worker-protocol'
import { importLine } from './lines'
import { messages } from './messages'
import { SaveKey } from './save-key'
import { srOnly } from '../ui/sr-only'
import './command-words'

addWords('sheets', messages)
addWords('import', importMessages)

type Props = { clientId: number; target: SheetTarget; onClose: () => void }

/** Imports a file into a client: plans first, writes only what was shown (IMPORT-01 to IMPORT-09). */
export function ImportDialog({ clientId, target, onClose }: Props) {
  const t = useT()
  const { locale } = usePreferences()
  const account = useAccount().id
  const { resource } = target
  const client = useClientNamed(clientId)
  const [state, tell] = useReducer(nextImport, { ...nothingChosen, mode: defaultMode(target.resource) })
  const [run] = useState(() => createImport({ account, clientId, target, tell }))
  /** True once Esc was pressed while the dialog cannot be closed. */
  const [refused, setRefused] = useState(false)
  /** The last saved rejects. Those of the plan count for the run too, if the run rejects as many rows. */
  const [saved, setSaved] = useState<{ file: File | null; rejected: number } | null>(null)
  const chooser = useRef<HTMLButtonElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { step, mode, onError, failure, encoding } = state
  const writing = step === 'writing'

  useEffect(() => () => run.leave(), [run])

  // The listeners are added before the step is painted, so that a press of Esc always shows the reason.
  useLayoutEffect(() => {
    if (!writing) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    const refuse = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setRefused(true)
    }
    addEventListener('beforeunload', ask)
    addEventListener('keydown', refuse, { capture: true })
    return () => {
      removeEventListener('beforeunload', ask)
      removeEventListener('keydown', refuse, { capture: true })
    }
  }, [writing])

  // The focused element may have disappeared with its step.
  useLayoutEffect(() => {
    const { activeElement } = document
    if (step === 'done') heading.current?.focus()
    else if (!activeElement || activeElement === document.body) (heading.current ?? chooser.current)?.focus()
  }, [step])

  const blocked = blockedBy(state)
  const outcome = state.result ?? state.plan
  const failed = failure ? importFailure(failure, t, resource) : null
  const requestId = failure?.kind === 'api' ? failure.parts.requestId : undefined
  const unfinished = step === 'done' && failure !== null
  const changed = isFileChanged(failure)
  // The same rows would be refused again.
  const isClash = failure?.kind === 'api' && failure.parts.code === 'CODE_ALREADY_EXISTS'
  const retriable = !changed && !isClash && state.file && (unfinished || (step === 'choose' && failure?.kind === 'api'))
  const writes = step === 'planned' && state.plan ? writesOf(state.plan) : 0

  const unsaved =
    state.result?.rejects != null && (saved?.file !== state.file || saved.rejected !== state.result.rejected)
  const close = async () => {
    const words = (word: string) => (say: typeof t) => say(`sheets.unsaved.${word}`)
    const isMeant =
      !unsaved || (await ask({ title: words('title'), detail: words('detail'), verb: words('verb'), danger: true }))
    if (isMeant) onClose()
  }

  const submit = () => {
    if (blocked) return
    setRefused(false)
    void run.write(onError)
  }

  return (
    <Dialog
      title={
        client
          ? t('sheets.into', { what: t(`sheetCommands.imports.${resource}`), client: client.name })
          : t(`sheetCommands.imports.${resource}`)
      }
      open
      size="wide"
      closable={!writing}
      onClose={() => void close()}
      initialFocus={() => chooser.current}
    >
      <form
        className={form}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <SaveKey onSave={submit} />
        <FileChoice
          resource={resource}
          file={state.file}
          about={state.opened && openedText(state.opened, t)}
          problem={failed && (requestId ? `${failed} (${t('sheets.request')} ${requestId})` : failed)}
          blocked={writing ? t('sheets.blocked.writing') : null}
          button={chooser}
          onChoose={(chosen) => void run.plan(chosen, mode, null)}
        />
        {state.file && !writing && step !== 'done' && (
          <EncodingChoice
            value={encoding}
            unread={state.unread}
            onChange={(one) => void run.plan(state.file as File, mode, one)}
          />
        )}
        {state.opened && step === 'planned' && state.plan && state.plan.samples.length > 0 && (
          <p className={muted}>
            {t('sheets.readAs', { encoding: state.opened.encoding, names: state.plan.samples.join(', ') })}
          </p>
        )}
        <div className={choices}>
          <Choices
            label={t('sheets.mode')}
            name="mode"
            value={mode}
            disabled={writing || step === 'done'}
            options={IMPORT_MODES.map((one) => [one, t(`sheets.modes.${one}`)] as const)}
            onChange={(one: ImportMode) => {
              if (state.file) void run.plan(state.file, one, encoding)
              else tell({ type: 'mode', mode: one })
            }}
          />
          <Choices
            label={t('sheets.onError')}
            name="on-error"
            value={onError}
            disabled={writing || step === 'done'}
            options={ON_ERROR.map((one) => [one, t(`sheets.onErrors.${one}`)] as const)}
            onChange={(one) => tell({ type: 'onError', onError: one })}
          />
        </div>
        {(step === 'planning' || writing) && (
          <ImportProgress state={state} onStop={writing ? null : () => run.leave()} />
        )}
        {writing && state.resumed && <p className={muted}>{t('sheets.resumed')}</p>}
        {outcome && !writing && state.file && (
          <ImportOutcome
            resource={resource}
            file={state.file.name}
            outcome={outcome}
            planned={state.result === null}
            problems={state.problems}
            heading={heading}
            onSaved={() => setSaved({ file: state.file, rejected: outcome.rejected })}
          />
        )}
        {unfinished && !changed && !isClash && (
          <p className={warn}>
            {state.result &&
              state.result.unsettled > 0 &&
              `${t('sheets.unsettled', { count: state.result.unsettled })} `}
            {t('sheets.again')}
          </p>
        )}
        {state.file && (
          <CommandLine line={importLine({ target, name: state.file.name, clientId, mode, onError, encoding })} t={t} />
        )}
        <output className={warn}>
          {writing && refused
            ? t('sheets.noClosing')
            : step === 'planned' && blocked
              ? t(`sheets.blocked.${blocked}`)
              : ''}
        </output>
        <output className={srOnly}>
          {step === 'planned' && state.plan
            ? t('sheets.plannedHeard', {
                create: formatNumber(locale, state.plan.created),
                update: formatNumber(locale, state.plan.updated),
                rejected: formatNumber(locale, state.plan.rejected),
              })
            : ''}
        </output>
        <DialogButtons>
          <Button blocked={writing ? t('sheets.noClosing') : null} onClick={() => void close()}>
            {t(step === 'done' ? 'sheets.close' : 'sheets.cancel')}
          </Button>
          {retriable && state.file && (
            <Button icon="refreshCw" onClick={() => void run.plan(state.file as File, mode, encoding)}>
              {t('sheets.tryAgain')}
            </Button>
          )}
          <Button
            look="primary"
            type="submit"
            icon="upload"
            busy={writing}
            keys={capsOf('Mod+Enter', { mac: keyboard.mac })}
            blocked={blocked && !writing ? t(`sheets.blocked.${blocked}`) : null}
          >
            {writes > 0 ? t('sheets.importRows', { count: writes }) : t('sheets.import')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

/** Returns the target client, if the account may see it, so that the user can check its name. */
function useClientNamed(id: number): { name: string } | undefined {
  const clients = resourceOf('clients')
  const { data } = useRecord(clients, id, { enabled: mayDo(useAccount(), clients, 'view') })
  return data as { name: string } | undefined
}

function openedText(
  { encoding, bom, delimiter, columns, knownColumns }: SheetFormat,
  t: ReturnType<typeof useT>,
): string {
  return t('sheets.opened', {
    encoding: bom ? `${encoding} (BOM)` : encoding,
    delimiter: delimiter === '\t' ? t('sheets.tab') : `"${delimiter}"`,
    columns,
    of: knownColumns,
  })
}

const form = css({ display: 'grid', gap: '4', minWidth: '0' })
const choices = css({
  display: 'grid',
  gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', _narrow: 'minmax(0, 1fr)' },
  gap: '4',
})
const muted = css({ color: 'fg.muted' })
const warn = css({ color: 'warning.fg', overflowWrap: 'anywhere', '&:empty': { display: 'none' } })
