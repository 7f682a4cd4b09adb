import { useAtomValue } from 'jotai/react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { css } from 'styled-system/css'
import { LOCALES } from '@tocsin/core/base/constants'
import type { Command, Values } from '../commands/command'
import { useScreens } from '../commands/use-commands'
import { toastFailure } from '../notices/toast'
import { profilesAtom, useAccount } from '../data/account'
import { locksAtom } from '../data/locked-clients'
import { clientAtHandAtom } from '../data/shown-client'
import { usePreferences } from '../preferences'
import { wordsIn } from '../words'
import { kindOf, valuesNow } from './arguments'
import { AskPage, type FieldElement } from './ask-page'
import { ChoiceList } from './choice-list'
import { allCommands, chipsLeft, findableResources } from './commands'
import { Count, FoundLine } from './found-parts'
import { Frame } from './frame'
import { hintsOf, placeholderOf, stepsOf } from './steps'
import { LineFoot } from './line-foot'
import { countUse, rememberRun } from '../data/visits'
import { Nothing } from './nothing'
import { closePalette, type Opened } from '../commands/open-palette'
import { handleFieldKey } from './handle-field-key'
import { followRecords, recordsAtom, refreshRecords, retryRecords } from './records'
import { ResultList } from './result-list'
import { highlighted } from './results'
import { leaveFor } from './run-row'
import type { Row } from './rows'
import { countIn, emptyStateOf } from './empty-state'
import { Trail } from './trail'
import { Trouble } from './trouble'
import { textAfter } from './text-after'
import { useAnnouncement } from './use-announcement'
import { useAsking } from './use-asking'
import { useChoices, type Choice } from './use-choices'
import { useLine } from './use-line'
import { useLatest } from '../ui/use-latest'
import { MIN_LETTERS, useListing } from './use-listing'
import { useSearchQuery } from './use-search-query'
import { useModal } from './use-modal'
import { useSame } from './use-same'
import { useFound, useResults, type Press } from './use-results'

export { followRecords }

const LIST = 'palette-list'
/** The modes that search records. */
const RECORD_MODES = new Set(['all', 'users', 'address'])

export function Palette({ opened }: { opened: Opened }) {
  const { locale } = usePreferences()
  const languages = useMemo(() => [locale, ...LOCALES.filter((one) => one !== locale)].map(wordsIn), [locale])
  const t = wordsIn(locale)
  const account = useAccount()
  const resources = useMemo(() => findableResources(account), [account])
  const screens = useSame(useScreens())
  const [removed, setRemoved] = useState(0)
  const accounts = useAtomValue(profilesAtom)
  const client = useAtomValue(clientAtHandAtom)
  const locks = useAtomValue(locksAtom)
  const commands = useMemo(
    () => allCommands(account, screens, removed),
    // oxlint-disable-next-line react/exhaustive-deps -- the accounts of this browser can be switched to, and nothing is made in a locked client
    [account, accounts, screens, removed, client, locks],
  )
  const records = useAtomValue(recordsAtom)
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<FieldElement>(null)

  const execute = (command: Command, values: Values) => {
    countUse(account.id, command.id)
    if (command.group !== 'go') rememberRun(account.id, command.id, values)
    // The palette closes first, so that whatever the command opens finds the focus where it was before.
    flushSync(closePalette)
    void (async () => command.run(values))().catch(toastFailure)
  }
  const pages = useAsking(opened, account, commands, execute)
  const { asking } = pages
  const line = useLine(opened, account, (command, values) => pages.start(command, values, 'defaults'))
  const ask = asking?.command.asks[asking.at]
  const kind = ask && kindOf(ask)
  const isChoosing = kind === 'choice' || kind === 'records'

  const write = (text: string) => {
    if (field.current && field.current.value !== text) field.current.value = text
  }
  // oxlint-disable-next-line react/immutability -- both run only when a key is pressed, after the first render
  const listed = useResults<Row>((row, how) => runRow(row, how))
  const search = useSearchQuery(opened, { resources, languages }, { write, search: () => listing.search() })
  const { scope } = search
  const listing = useListing({
    ...scope,
    text: search.text,
    opened,
    account,
    commands,
    resources,
    languages,
    listed,
    isShown: asking === null,
  })
  const choosable = useResults<Choice>((choice, how) => pages.take(choice, how))
  const choices = useFound(choosable, (now) => now)
  const choosing = useChoices(asking, languages, choosable)

  const list = asking ? (isChoosing ? choosable : null) : listed
  const server = asking ? choosing : listing
  // While there are rows, their list draws them, and this component does not render at a key.
  const empty = useFound(listed, ({ rows, text }) => (rows.length > 0 ? null : text))
  const isEmpty = asking ? choices.rows.length === 0 : empty !== null
  const ofRecords = asking
    ? kind === 'records'
    : !scope.atHand && (scope.mode === 'records' ? scope.resource !== null : RECORD_MODES.has(scope.mode))
  const query = list?.now().text ?? ''
  const asksServer = asking !== null || scope.mode !== 'all' || query.trim().length >= MIN_LETTERS
  const emptyState = emptyStateOf({ query, ofRecords, names: records, asksServer, server })
  const failure = emptyState.kind === 'failed' ? emptyState.failure : null
  const isUnsettled = isEmpty && emptyState.kind !== 'none' && emptyState.kind !== 'idle'
  // A failure is announced by itself, and the count is not known before everything is searched.
  const unsettled = emptyState.kind === 'reading' ? t('palette.indexing') : ''
  const { said, say } = useAnnouncement(
    () => (!list ? '' : isUnsettled ? unsettled : countIn(t, list.now().rows.length)),
    (list ?? listed).subscribe,
  )
  const retry = () => {
    field.current?.focus()
    retryRecords()
    server.search()
  }
  const textNow = () => (asking ? asking.text : search.text.current)

  function runRow(row: Row, how: Press): void {
    const { doing, blocked } = row
    if (blocked) say(t(blocked.key, blocked.values))
    else if (leaveFor(row, how, account.id)) return
    else if (doing.kind === 'command') pages.start(doing.command, doing.values, how)
    else if (doing.kind === 'type') search.typeAnew(doing.text)
    else if (doing.kind === 'line') void line.run(doing.reading)
  }
  /** Takes the first continuation of a line, or the highlighted one. */
  const complete = () => {
    const now = listed.now()
    const row = [highlighted(now), ...now.rows].find((one) => one?.doing.kind === 'type')
    if (row) runRow(row, 'plain')
  }
  const type = (typed: string) => {
    line.forget()
    if (asking) pages.type(typed)
    else search.type(typed)
  }

  const escape = () => {
    if (textNow() !== '') type('')
    else if (asking) pages.leave()
    else if (scope.mode !== 'all') search.change({ mode: 'all', resource: null })
    else closePalette()
  }
  const retreat = () => {
    if (asking) pages.retreat()
    else if (scope.resource) search.change({ resource: null })
    else if (scope.mode !== 'all') search.change({ mode: 'all' })
    else if (scope.atHand) search.change({ atHand: false })
    else if (removed < chipsLeft(screens, 0).length) setRemoved(removed + 1)
  }
  useModal(dialog, () => field.current, { opener: opened.opener, onEscape: escape })
  useState(refreshRecords)

  const latest = useLatest(runRow)
  const runAtOnce = useCallback((one: Row, how: Press) => latest()(one, how), [latest])

  const ownLine = asking?.command.line
  const askedLine = asking && typeof ownLine === 'function' ? ownLine(valuesNow(asking)) : null
  const copyLine = () => {
    const line = asking ? askedLine : highlighted(listed.now())?.line
    if (typeof line !== 'string') return
    navigator.clipboard.writeText(line).then(
      () => say(t('palette.lineCopied')),
      () => say(line),
    )
  }

  const steps = stepsOf(chipsLeft(screens, removed), scope, asking, t)

  return (
    <Frame dialog={dialog} title={t('palette.title')} said={said}>
      <Trail steps={steps} label={t('palette.context')} />
      <AskPage
        key={asking ? `${asking.command.id} ${asking.at}` : 'query'}
        ref={field}
        asking={asking}
        first={textNow}
        placeholder={placeholderOf(scope, t)}
        t={t}
        combobox={list && { id: LIST, list }}
        count={list && !isUnsettled ? <Count list={list} t={t} /> : null}
        isSearching={server.searching || line.isRunning}
        onType={type}
        onKeyDown={(event) => {
          const next = asking ? null : textAfter(event)
          if (next !== null) listing.lookAhead(next)
          handleFieldKey(event, {
            pages,
            kind,
            list: asking ? (isChoosing ? choosable : null) : listed,
            text: textNow(),
            retreat,
            copyLine,
            retry: failure ? retry : null,
            complete: scope.mode === 'line' ? complete : null,
          })
        }}
        onClose={closePalette}
      />
      {!asking && pages.isMisread && (
        <p className={notice} role="alert">
          {t('palette.misread')}
        </p>
      )}
      {!asking && line.why && (
        <p className={notice} role="alert">
          {line.why(t)}
        </p>
      )}
      {!asking && !isEmpty && <ResultList id={LIST} listed={listed} t={t} onRun={runAtOnce} />}
      {asking && isChoosing && !isEmpty && (
        <ChoiceList
          id={LIST}
          label={ask?.label(t) ?? ''}
          results={choices}
          onPoint={(key) => choosable.change({ kind: 'pointed', key })}
          onTake={(choice) => pages.take(choice, 'plain')}
        />
      )}
      {(!list || isEmpty) && (
        <Nothing
          asking={asking}
          query={query}
          emptyState={emptyState}
          onRetry={retry}
          onLeave={() => field.current?.focus()}
          t={t}
        />
      )}
      {Boolean(server.failure) && !isEmpty && (
        <div className={foot}>
          <Trouble failure={server.failure} onRetry={retry} onLeave={() => field.current?.focus()} t={t} />
        </div>
      )}
      {asking ? <LineFoot line={askedLine} hints={hintsOf(asking, t)} t={t} /> : <FoundLine listed={listed} t={t} />}
    </Frame>
  )
}

const notice = css({ margin: '0', paddingInline: '4', paddingBlock: '2', fontSize: 'sm', color: 'warning.fg' })
const foot = css({
  paddingInline: '4',
  paddingBlock: '2',
  fontSize: 'xs',
  borderTop: '1px solid token(colors.border.subtle)',
})
