/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- an option of a select has no second line; the list has the focus and handles the keys */
import type { AppVersion } from '@tocsin/core/resources/app-versions/types'
import type { App } from '@tocsin/core/resources/apps/types'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { css, cva } from 'styled-system/css'
import { CommandButton } from '../../commands/command-button'
import { defineActions, type At } from '../../commands/define'
import { useScreenCommands } from '../../commands/use-commands'
import { useAccount } from '../../data/account'
import { useRecord, useSome } from '../../data/hooks'
import { markStale } from '../../data/query'
import { resourceOf } from '../../data/resources'
import type { Row } from '../../data/row'
import { useKeys } from '../../keys/use-keys'
import { sentenceOf } from '../../notices/sentence'
import { usePreferences } from '../../preferences'
import { dateText } from '../../record/display'
import { labelOf } from '../../record/field-at'
import { Fact } from '../../record/record-facts'
import { useNarrow } from '../../table/use-narrow'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { Facts } from '../../ui/facts'
import { Select } from '../../ui/select'
import { State } from '../../ui/state'
import { Waiting } from '../../ui/waiting'
import { useT } from '../../words'
import { Counts, Differences, useDifferences } from './differences'
import { PublishForm } from './publish-form'
import './words'

/** The most versions of an app that are listed. */
const MOST = 1000

/** The choice that compares a version with no version: an app with the theme of the other side and no channels. */
const BEGINNING = 'beginning'

const NOTHING = { label: null, channels: [] }

type Props = {
  app: App
  /** True from when somebody asked to publish until the focus is on the comment, or there is nothing to publish. */
  toPublish: boolean
  atForm: () => void
}

/**
 * The versions of an app: which there are, what each changed, and what can be done with it (VER-01). The draft is
 * published beside its changes.
 */
export function AppVersions({ app, toPublish, atForm }: Props) {
  const t = useT()
  const versionsResource = resourceOf('app-versions')
  const listed = useSome(versionsResource, { appId: app.id, order: 'id DESC' }, MOST)
  const rows = listed.data?.rows as AppVersion[] | undefined
  // The draft stands first, then the latest version.
  const versions = useMemo(
    () => rows?.toSorted((one, other) => (other.number ?? Infinity) - (one.number ?? Infinity)),
    [rows],
  )
  const [chosen, choose] = useState<number | null>(null)
  const draft = versions?.find(({ status }) => status === 'draft')
  if (toPublish && draft && chosen !== draft.id) choose(draft.id)
  const isNothingNew = toPublish && !draft && !listed.isFetching
  useEffect(() => {
    if (isNothingNew) atForm()
  }, [isNothingNew, atForm])
  if (listed.error) throw listed.error
  if (!versions) return <Waiting />
  const version = versions.find(({ id }) => id === chosen) ?? versions[0]
  if (!version) return <State icon="history" title={t('versions.nothingPublished')} />
  return (
    <Chosen
      app={app}
      versions={versions}
      version={version}
      choose={choose}
      toPublish={toPublish && version === draft}
      atForm={atForm}
    />
  )
}

type ChosenProps = Props & {
  versions: readonly AppVersion[]
  version: AppVersion
  choose: (id: number) => void
}

function Chosen({ app, versions, version, choose, toPublish, atForm }: ChosenProps) {
  const t = useT()
  const account = useAccount()
  const apps = resourceOf('apps')
  const resource = resourceOf('app-versions')
  const listRef = useRef<HTMLDivElement>(null)
  const changesRef = useRef<HTMLElement>(null)
  const commentRef = useRef<HTMLTextAreaElement>(null)
  const [base, setBase] = useState<{ of: number; id: number | typeof BEGINNING } | null>(null)
  const before = versions[versions.indexOf(version) + 1]
  const baseId = base?.of === version.id ? base.id : (before?.id ?? BEGINNING)
  const shown = useRecord(resource, version.id)
  const compared = useRecord(resource, baseId === BEGINNING ? version.id : baseId, { enabled: baseId !== BEGINNING })
  const after = shown.data as AppVersion | undefined
  const trouble = shown.error ?? compared.error
  const other =
    baseId === BEGINNING ? after && { ...NOTHING, config: after.config } : (compared.data as AppVersion | undefined)
  const differences = useDifferences(other, after)
  // The draft as it was when somebody else's change kept it from being published.
  const [seen, setSeen] = useState<AppVersion | null>(null)
  const known = useDifferences(other, seen?.id === version.id && version.status === 'draft' ? seen : undefined)
  const mayChange = mayDo(account, apps, { action: 'publish' })
  const isDraft = version.status === 'draft'
  const hasForm = isDraft && mayChange

  const commands = useMemo(() => {
    const here: At = { group: 'record', targets: { kind: 'rows', rows: [version] } }
    return defineActions(resource, here, account)
  }, [resource, version, account])
  const name = nameOf(version, t)
  const added = useMemo(
    () => ({ chips: [{ id: `app-versions.${version.id}`, label: name }], commands }),
    [version.id, name, commands],
  )
  useScreenCommands('versions', added)

  const narrow = useNarrow()
  /** On a narrow screen the list, the changes and the form are pages of their own. */
  const [page, setPage] = useState<'list' | 'changes' | 'publish'>('list')
  if (toPublish && page !== 'publish') setPage('publish')
  const lead = (to: typeof page) => flushSync(() => setPage(to))
  const focusList = () => {
    lead('list')
    listRef.current?.focus()
  }
  const focusChanges = () => {
    lead('changes')
    changesRef.current?.focus()
  }
  const focusComment = () => {
    lead('publish')
    commentRef.current?.focus()
  }
  const isAway = (isShown: boolean) => (narrow ? !isShown : undefined)
  const isOn = (ref: RefObject<HTMLElement | null>) => ref.current?.contains(document.activeElement) === true
  const goTo = (to: number) => {
    if (isOn(changesRef)) return false
    focusList()
    if (versions[to]) choose(versions[to].id)
    return true
  }
  const at = versions.indexOf(version)
  // From elsewhere the key only leads into the list, as in every list.
  const step = (by: number) => goTo(isOn(listRef) ? at + by : at)
  useKeys('list', {
    down: () => step(1),
    up: () => step(-1),
    first: () => goTo(0),
    last: () => goTo(versions.length - 1),
  })
  useKeys('row', {
    intoCells: () => isOn(listRef) && (focusChanges(), true),
    outOfCells: () => isOn(changesRef) && (focusList(), true),
    open: () => {
      if (!isOn(listRef) || !(narrow || hasForm)) return false
      if (narrow) focusChanges()
      else focusComment()
      return true
    },
  })
  const isRead = after !== undefined
  useEffect(() => {
    if (!toPublish || !isRead) return
    commentRef.current?.focus()
    atForm()
  }, [toPublish, isRead, atForm])
  useEffect(() => {
    document.getElementById(`version-${version.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [version.id])

  const latest = versions.find(({ number }) => number !== null)
  return (
    <div className={columns} data-pages={narrow || undefined}>
      <div
        className={list}
        data-away={isAway(page === 'list')}
        ref={listRef}
        role="listbox"
        tabIndex={0}
        aria-label={t('versions.list')}
        aria-activedescendant={`version-${version.id}`}
      >
        {versions.map((one) => (
          <Option
            key={one.id}
            version={one}
            isChosen={one.id === version.id}
            onChoose={() => {
              choose(one.id)
              if (narrow) focusChanges()
            }}
          />
        ))}
      </div>
      <section
        className={middle}
        data-away={isAway(hasForm ? page === 'changes' : page !== 'list')}
        ref={changesRef}
        tabIndex={-1}
        aria-labelledby="versions-changes"
      >
        {narrow && <WayBack onGo={focusList}>{t('versions.back')}</WayBack>}
        <header className={head}>
          <div className={title}>
            <h2 className={heading} id="versions-changes">
              {isDraft ? t('versions.whatChanges') : t('versions.whatChanged', { number: version.number })}
            </h2>
            {differences && <Counts differences={differences} />}
          </div>
          <label className={baseLabel}>
            {t('versions.base')}
            <Select
              label={t('versions.base')}
              value={String(baseId)}
              options={[
                ...versions
                  .filter(({ id }) => id !== version.id)
                  .map((one) => [String(one.id), nameOf(one, t)] as const),
                [BEGINNING, t('versions.beginning')] as const,
              ]}
              onChange={(value) => setBase({ of: version.id, id: value === BEGINNING ? BEGINNING : Number(value) })}
            />
          </label>
        </header>
        {trouble ? (
          <State
            icon="triangleAlert"
            title={t('notices.couldNotLoadData')}
            detail={sentenceOf(trouble, t, 'app-versions')}
            trouble
          >
            <Button
              icon="refreshCw"
              busy={shown.isFetching || compared.isFetching}
              onClick={() => void markStale('app-versions')}
            >
              {t('web.again')}
            </Button>
          </State>
        ) : differences === undefined ? (
          <Waiting />
        ) : differences.length > 0 ? (
          <Differences differences={differences} known={known} />
        ) : (
          <p className={quiet}>
            {isDraft && latest
              ? t('versions.nothingNew', { version: nameOf(latest, t) })
              : t('versions.nothingDiffers')}
          </p>
        )}
        {narrow && hasForm && (
          <div className={foot}>
            <Button look="primary" icon="send" onClick={focusComment}>
              {t('versions.toPublish')}
            </Button>
          </div>
        )}
      </section>
      <aside className={side} data-away={isAway(hasForm ? page === 'publish' : page !== 'list')}>
        {narrow && hasForm && <WayBack onGo={focusChanges}>{t('versions.toChanges')}</WayBack>}
        {hasForm && after ? (
          <PublishForm
            apps={apps}
            app={app}
            draft={after}
            next={(latest?.number ?? 0) + 1}
            reread={async () => {
              const now = (await shown.refetch()).data as AppVersion | undefined
              if (now && now.version !== after.version) setSeen(after)
            }}
            hasNew={known !== undefined}
            commentRef={commentRef}
            leave={focusList}
          />
        ) : (
          <>
            <VersionFacts of={resource} version={version} />
            <div className={buttons}>
              {commands
                .filter(({ blocked }) => !blocked)
                .map((command) => (
                  <CommandButton key={command.id} command={command} />
                ))}
            </div>
          </>
        )}
      </aside>
    </div>
  )
}

/** The way from a page of a narrow screen to the one before. */
const WayBack = ({ onGo, children }: { onGo: () => void; children: string }) => (
  <div className={wayBack}>
    <Button look="quiet" icon="chevronLeft" onClick={onGo}>
      {children}
    </Button>
  </div>
)

type OptionProps = { version: AppVersion; isChosen: boolean; onChoose: () => void }

function Option({ version, isChosen, onChoose }: OptionProps) {
  const t = useT()
  const { locale } = usePreferences()
  const { id, status, versionComment, updatedAt, User } = version
  return (
    <div
      id={`version-${id}`}
      role="option"
      aria-selected={isChosen}
      className={option({ isChosen })}
      onClick={onChoose}
    >
      <span className={line}>
        <span className={called}>{nameOf(version, t)}</span>
        {/* The draft is called so. */}
        {status !== 'draft' && (
          <Chip tone={status === 'published' ? 'good' : 'plain'} dot={status === 'published'}>
            {t(`resources.app-versions.choices.status.${status}`)}
          </Chip>
        )}
      </span>
      {versionComment !== null && <span className={comment}>{versionComment}</span>}
      <span className={when}>
        {t(`versions.when.${status}`, { time: dateText(updatedAt, locale) })}
        {User && ` · ${t(`versions.byWhom.${status}`, { name: User.name })}`}
      </span>
    </div>
  )
}

/** The facts of a version. Its time is that of its present state, which somebody else than its publisher may have given it. */
function VersionFacts({ of, version }: { of: Resource; version: AppVersion }) {
  const t = useT()
  const row = version as unknown as Row
  const { status } = version
  const told = (path: string, label = labelOf(of, path, t)) => [
    label,
    <Fact key={path} of={of} row={row} path={path} />,
  ]
  return (
    // A fieldset is for input.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="group" className={frame} aria-label={t('versions.facts')}>
      <Facts
        rows={Object.fromEntries([
          told('number'),
          told('versionName'),
          told('versionComment'),
          told('status'),
          told('updatedAt', t(`versions.since.${status}`)),
          told('User.name', t(`versions.person.${status}`)),
        ])}
      />
    </div>
  )
}

/** Returns the name of a version: `Version 3: Férias`, or `Draft`. */
function nameOf({ number, versionName }: AppVersion, t: ReturnType<typeof useT>): string {
  if (number === null) return t('versions.draft')
  return versionName === null ? t('versions.unnamed', { number }) : t('versions.named', { number, name: versionName })
}

const columns = css({
  display: 'grid',
  gridTemplateColumns: {
    base: '[minmax(0, 300px) minmax(0, 1fr) minmax(0, 320px)]',
    _tablet: '[minmax(0, 1fr)]',
  },
  height: 'full',
  // In one column each part has its whole height: a part that scrolls by itself would shrink to nothing.
  gridAutoRows: { base: '[auto]', _tablet: '[max-content]' },
  overflowY: { base: 'visible', _tablet: 'auto' },
  minHeight: '0',
  '&[data-pages]': { display: 'flex', flexDirection: 'column' },
  '&[data-pages] > *': { flex: '[1 0 auto]' },
})
const list = css({
  overflowY: 'auto',
  maxHeight: { base: 'full', _tablet: 'map' },
  borderInlineEnd: { base: '1px solid token(colors.border.subtle)', _tablet: 'none' },
  borderBottom: { base: 'none', _tablet: '1px solid token(colors.border.subtle)' },
  _focusVisible: { outline: '2px solid token(colors.focus.ring)', outlineOffset: '[-2px]' },
  '&[data-away=true]': { display: 'none' },
  '&[data-away=false]': { maxHeight: '[none]' },
})
const option = cva({
  base: {
    display: 'grid',
    gap: '1',
    paddingInline: '4',
    paddingBlock: '3',
    cursor: 'pointer',
    borderBottom: '1px solid token(colors.border.subtle)',
    borderInlineStart: '2px solid transparent',
  },
  variants: {
    isChosen: { true: { background: 'accent.subtle', borderInlineStartColor: 'accent.solid' }, false: {} },
  },
})
const line = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' })
const called = css({ fontWeight: 'medium', overflowWrap: 'anywhere' })
const comment = css({ textStyle: 'small', overflowWrap: 'anywhere' })
const when = css({ textStyle: 'small', color: 'fg.muted' })
const middle = css({
  minWidth: '0',
  overflowY: { base: 'auto', _tablet: 'visible' },
  _focusVisible: { outline: '2px solid token(colors.focus.ring)', outlineOffset: '[-2px]' },
  '&[data-away=true]': { display: 'none' },
  '&[data-away=false]': { display: 'flex', flexDirection: 'column' },
})
const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: '3',
  paddingInline: '6',
  paddingBlock: '4',
  borderBottom: '1px solid token(colors.border.subtle)',
})
const title = css({ display: 'grid', gap: '1' })
const heading = css({ textStyle: 'title' })
const baseLabel = css({ display: 'inline-flex', alignItems: 'center', gap: '2', textStyle: 'small', color: 'fg.muted' })
const quiet = css({ padding: '6', color: 'fg.muted' })
const side = css({
  display: 'grid',
  alignContent: 'start',
  gap: '4',
  minWidth: '0',
  padding: '4',
  overflowY: { base: 'auto', _tablet: 'visible' },
  borderInlineStart: { base: '1px solid token(colors.border.subtle)', _tablet: 'none' },
  borderTop: { base: 'none', _tablet: '1px solid token(colors.border.subtle)' },
  background: 'bg.canvas',
  '&[data-away=true]': { display: 'none' },
})
const wayBack = css({ padding: '2', 'aside > &': { padding: '0', marginInlineStart: '[-12px]' } })
// It stays in view while the changes scroll under it.
const foot = css({
  position: 'sticky',
  bottom: '0',
  display: 'flex',
  justifyContent: 'flex-end',
  marginTop: 'auto',
  paddingInline: '4',
  paddingBlock: '3',
  borderTop: '1px solid token(colors.border.subtle)',
  background: 'bg.surface',
})
const frame = css({ border: '1px solid token(colors.border.subtle)', borderRadius: 'md', background: 'bg.surface' })
const buttons = css({ display: 'flex', flexWrap: 'wrap', gap: '2' })
