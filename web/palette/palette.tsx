import { Command as Cmdk } from 'cmdk'
import { useAtomValue } from 'jotai/react'
import { useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { css } from 'styled-system/css'
import { LOCALES } from '@tocsin/core/constants'
import type { Command, Values } from '../acts/command'
import { useLent, type Lent } from '../acts/lent'
import { sentenceOf } from '../acts/sentence'
import { toastFailure } from '../acts/toast'
import { useAccount } from '../data/account'
import { keyboard } from '../keys/use-keys'
import { go } from '../navigation/go'
import { usePreferences } from '../preferences'
import { wordsIn } from '../words'
import { kindOf, valuesNow } from './arguments'
import { AskPage, type FieldElement } from './ask-page'
import { allCommands, chipsLeft, findableNouns } from './commands'
import { LineFoot } from './line-foot'
import { countUse, rememberRun, rememberVisit } from './memory'
import { readMode } from './modes'
import { closePalette, type Opened } from './open'
import { followRecords, recordsAtom, refreshRecords } from './records'
import { optionId, ResultList } from './result-list'
import { highlighted } from './results'
import { hrefOf, type Row } from './rows'
import { Trail, type Step } from './trail'
import { useAnnouncement } from './use-announcement'
import { useAsking } from './use-asking'
import { useChoices, type Choice } from './use-choices'
import { takeNoun, useListing, type Looking } from './use-listing'
import { useLatest } from './use-latest'
import { useModal } from './use-modal'
import { useResults, type Press } from './use-results'
import { ChoiceList } from './choice-list'
import { Nothing } from './nothing'

export { followRecords }

const LIST = 'palette-list'
/** Rows that Page Up and Page Down move by. */
const PAGE = 10

export function Palette({ opened }: { opened: Opened }) {
  const { locale } = usePreferences()
  const languages = useMemo(() => [locale, ...LOCALES.filter((one) => one !== locale)].map(wordsIn), [locale])
  const t = wordsIn(locale)
  const account = useAccount()
  const nouns = useMemo(() => findableNouns(account), [account])
  const lent = useSame(useLent())
  const [removed, setRemoved] = useState(0)
  const commands = useMemo(() => allCommands(account, lent, removed), [account, lent, removed])
  const records = useAtomValue(recordsAtom)
  const [looking, setLooking] = useState<Looking>(() => {
    const start = { ...readMode(opened.query ?? opened.line ?? ''), noun: null, atHand: opened.scope === 'at-hand' }
    return takeNoun(start, nouns, languages)
  })
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<FieldElement>(null)

  const execute = (command: Command, values: Values) => {
    countUse(account.id, command.id)
    if (command.group !== 'go') rememberRun(account.id, command.id, values)
    // Closed first: what the command opens finds the focus where it was before.
    flushSync(closePalette)
    void (async () => command.run(values))().catch(toastFailure)
  }
  const pages = useAsking(opened, account, commands, execute)
  const { asking } = pages
  const ask = asking?.command.asks[asking.at]
  const kind = ask && kindOf(ask)

  // oxlint-disable-next-line react/immutability -- it runs when a key is pressed, long after all this stands
  const [found, listed] = useResults<Row>((row, how) => runRow(row, how))
  const search = useListing({
    ...looking,
    opened,
    account: account.id,
    commands,
    nouns,
    languages,
    listed,
    isShown: asking === null,
  })
  const [choices, choosable] = useResults<Choice>((choice, how) => pages.take(choice, how))
  const choosing = useChoices(asking, languages, choosable)

  const isChoosing = kind === 'choice' || kind === 'records'
  const list = asking ? (isChoosing ? choices : null) : found
  const moves = asking ? choosable : listed
  const { searching, failure } = asking ? choosing : search
  const count = list ? list.rows.length : 0
  const isAnswered = list !== null && list.shown === list.asked
  const text = asking ? asking.text : looking.text
  const { said, say } = useAnnouncement(list ? t('palette.results', { count }) : '')

  function runRow(row: Row, press: Press): void {
    if (row.blocked) return say(t(row.blocked.key, row.blocked.values))
    const { doing } = row
    const href = hrefOf(row)
    if (press === 'aside' && href !== null) {
      window.open(href, '_blank', 'noopener')
      return closePalette()
    }
    if (doing.kind === 'command') pages.start(doing.command, doing.values, press)
    else if (doing.kind === 'type') look(doing.text)
    else if (doing.kind === 'go') {
      if (doing.record) {
        rememberVisit(account.id, doing.record)
        countUse(account.id, `${doing.record.noun}/${doing.record.id}`)
      }
      flushSync(closePalette)
      go(doing.href)
    }
  }

  /** A text as it would be typed from the beginning, its mode included. */
  function look(typed: string): void {
    setLooking((now) => takeNoun({ ...now, ...readMode(typed), noun: null }, nouns, languages))
  }
  const type = (typed: string) => {
    if (asking) pages.type(typed)
    else if (looking.mode === 'all' && !looking.atHand && readMode(typed).mode !== 'all') look(typed)
    else setLooking((now) => takeNoun({ ...now, text: typed }, nouns, languages))
  }

  const escape = () => {
    if (text !== '') type('')
    else if (asking) pages.leave()
    else if (looking.mode !== 'all') setLooking((now) => ({ ...now, mode: 'all', noun: null }))
    else closePalette()
  }
  useModal(dialog, () => field.current, { opener: opened.opener, onEscape: escape })
  useState(refreshRecords)

  const retreat = () => {
    if (asking) pages.retreat()
    else if (looking.noun) setLooking((now) => ({ ...now, noun: null }))
    else if (looking.mode !== 'all') setLooking((now) => ({ ...now, mode: 'all' }))
    else if (looking.atHand) setLooking((now) => ({ ...now, atHand: false }))
    else if (removed < chipsLeft(lent, 0).length) setRemoved(removed + 1)
  }

  const latest = useLatest(runRow)
  const point = useCallback((key: string) => listed.change({ kind: 'pointed', key }), [listed])
  const runAtOnce = useCallback((one: Row, how: Press) => latest.current(one, how), [latest])

  const row = asking ? null : highlighted(found)
  const line = asking
    ? asking.command.line === 'only-here'
      ? null
      : asking.command.line(valuesNow(asking))
    : row?.line
  const copyLine = () => {
    if (typeof line !== 'string') return
    navigator.clipboard.writeText(line).then(
      () => say(t('palette.lineCopied')),
      () => say(line),
    )
  }

  const press = (event: KeyboardEvent<FieldElement>) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const { key, shiftKey, altKey, currentTarget: element } = event
    const isMod = keyboard.mac ? event.metaKey : event.ctrlKey
    const isLong = kind === 'long'
    const has = (by: number) => {
      if (isLong || !list) return
      event.preventDefault()
      moves.change({ kind: 'moved', by })
    }
    // The caret's own keys, which the list must not take.
    if (['Home', 'End', 'ArrowLeft', 'ArrowRight'].includes(key)) event.stopPropagation()
    if (altKey) return
    if (key === 'ArrowDown') has(1)
    else if (key === 'ArrowUp') has(-1)
    else if (key === 'PageDown') has(PAGE)
    else if (key === 'PageUp') has(-PAGE)
    else if (key === 'Enter' && !(isLong && shiftKey && !isMod)) {
      event.preventDefault()
      if (event.repeat) return
      if (asking && isMod) pages.finish()
      else if (asking && !isChoosing) pages.next()
      // With nothing to take, what was taken before is enough; not while the choices are on their way.
      else if (asking && count === 0 && text === '' && !shiftKey && isAnswered) pages.next()
      else moves.enter(isMod ? 'defaults' : shiftKey ? 'aside' : 'plain')
    } else if (key === 'Tab') {
      // The field is all there is to go to: the browser would go out of the page.
      event.preventDefault()
      if (!asking) return
      if (shiftKey) pages.back()
      else pages.forward()
    } else if (key === 'Backspace' && text === '' && !event.repeat) {
      event.preventDefault()
      retreat()
    } else if (isMod && !shiftKey && key.toLowerCase() === 'c' && hasNoSelection(element)) {
      event.preventDefault()
      copyLine()
    }
  }

  const chips = chipsLeft(lent, removed)
  const steps: Step[] = [
    ...chips.map(({ id, label }, at): Step => ({
      id,
      label,
      tone: at === chips.length - 1 && !asking ? 'accent' : 'plain',
    })),
    ...(looking.atHand && !asking ? [{ id: 'at-hand', label: t('palette.atHand'), tone: 'outlined' as const }] : []),
    ...(looking.mode !== 'all' && !asking
      ? [{ id: 'mode', label: t(`palette.modes.${looking.mode}`), tone: 'outlined' as const }]
      : []),
    ...(looking.noun && !asking
      ? [{ id: 'noun', label: t(`resources.${looking.noun}.names`), tone: 'outlined' as const }]
      : []),
    ...(asking ? [{ id: 'command', label: asking.command.title(t), tone: 'accent' as const }] : []),
  ]
  const highlightKey = list?.highlight ?? null

  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a press beside it closes it; keys do so too
    <dialog
      ref={dialog}
      className={frame}
      aria-label={t('palette.title')}
      data-overlay=""
      onCancel={(event) => event.preventDefault()}
      onClose={closePalette}
      onMouseDown={(event) => {
        // A press keeps the focus in the field; beside the palette it closes it.
        if (event.target === dialog.current) closePalette()
        else if (!(event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement))
          event.preventDefault()
      }}
    >
      <Cmdk
        shouldFilter={false}
        vimBindings={false}
        label={t('palette.title')}
        value={highlightKey ?? ''}
        className={inside}
      >
        <Trail steps={steps} label={t('palette.context')} />
        <AskPage
          key={asking ? `${asking.command.id} ${asking.at}` : 'query'}
          ref={field}
          asking={asking}
          text={text}
          placeholder={placeholderOf(looking, t)}
          t={t}
          combobox={
            list && {
              list: LIST,
              isOpen: count > 0,
              active: highlightKey !== null && count > 0 ? optionId(highlightKey) : undefined,
            }
          }
          count={list && (count > 0 || text !== '') ? t('palette.results', { count }) : ''}
          isSearching={searching}
          onType={type}
          onFile={pages.give}
          onKeyDown={press}
          onClose={closePalette}
        />
        {!asking && count > 0 && (
          <ResultList
            id={LIST}
            rows={found.rows}
            highlight={found.highlight}
            shown={found.shown}
            t={t}
            onPoint={point}
            onRun={runAtOnce}
          />
        )}
        {asking && isChoosing && count > 0 && (
          <ChoiceList
            id={LIST}
            label={ask?.label(t) ?? ''}
            results={choices}
            onPoint={(key) => choosable.change({ kind: 'pointed', key })}
            onTake={(choice) => pages.take(choice, 'plain')}
          />
        )}
        {(!list || count === 0) && (
          <Nothing
            asking={asking}
            query={isAnswered ? text : ''}
            isReading={!records.ready && !records.failure}
            isSearching={searching}
            t={t}
          />
        )}
        {Boolean(failure) && (
          <p className={trouble} role="alert">
            {t('notices.couldNotLoadData')} {sentenceOf(failure, t)}
          </p>
        )}
        <LineFoot line={line} hints={hintsOf()} t={t} />
      </Cmdk>
      <output className={heard}>{said}</output>
    </dialog>,
    document.body,
  )

  function hintsOf() {
    if (!asking) return row && row.doing.kind !== 'read' ? [{ keys: 'Enter', label: t('palette.run') }] : []
    const isLast = asking.at >= asking.command.asks.length - 1
    return [
      { keys: 'Enter', label: t(isLast ? 'palette.run' : 'palette.next') },
      ...(ask?.flag.type === 'refs' ? [{ keys: 'Shift+Enter', label: t('palette.add') }] : []),
    ]
  }
}

const placeholderOf = (
  { mode, noun }: Looking,
  t: (key: string, values?: Record<string, unknown>) => string,
): string =>
  noun
    ? t('palette.placeholder.one', { names: t(`resources.${noun}.names`).toLowerCase() })
    : t(`palette.placeholder.${mode}`)

const hasNoSelection = (element: FieldElement): boolean =>
  element.selectionStart === element.selectionEnd && (getSelection()?.isCollapsed ?? true)

/** The same array for as long as its entries are the same. */
function useSame(list: readonly Lent[]): readonly Lent[] {
  const [kept, keep] = useState(list)
  const isSame = kept.length === list.length && kept.every((one, at) => one === list[at])
  if (isSame) return kept
  keep(list)
  return list
}

const frame = css({
  position: 'fixed',
  insetInline: '0',
  top: { base: '[96px]', _narrow: '0' },
  bottom: { base: '[auto]', _narrow: '0' },
  width: { base: 'palette', _narrow: 'full' },
  maxWidth: { base: '[calc(100vw - 32px)]', _narrow: '[100vw]' },
  height: { base: '[min(560px, calc(100dvh - 112px))]', _narrow: 'full' },
  maxHeight: '[100dvh]',
  marginInline: 'auto',
  marginBlock: '0',
  padding: '0',
  border: { base: '1px solid token(colors.border.default)', _narrow: 'none' },
  borderRadius: { base: 'lg', _narrow: '[0]' },
  background: 'bg.popover',
  color: 'fg.default',
  boxShadow: 'modal',
  overflow: 'hidden',
  '&[open]': { display: 'flex', flexDirection: 'column' },
  '&::backdrop': { background: 'scrim' },
})
const inside = css({ display: 'flex', flexDirection: 'column', flex: '1', minHeight: '0', outline: 'none' })
const trouble = css({
  paddingInline: '4',
  paddingBlock: '2',
  color: 'danger.fg',
  fontSize: 'xs',
  overflowWrap: 'anywhere',
  borderTop: '1px solid token(colors.border.subtle)',
})
const heard = css({ srOnly: true })
