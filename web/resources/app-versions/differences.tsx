import { differencesInWords, type DifferenceInWords, type LineInWords } from '@tocsin/core/apps/difference-words'
import { differencesOf, type Difference } from '@tocsin/core/apps/differences'
import type { AppContents } from '@tocsin/core/resources/app-versions/types'
import { enumerated } from '@tocsin/core/api/in-use'
import { useMemo, useState } from 'react'
import { css, cva } from 'styled-system/css'
import { usePreferences } from '../../preferences'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { Icon, type IconName } from '../../ui/icon'
import { srOnly } from '../../ui/sr-only'
import { useT } from '../../words'
import { changedWords } from './changed-words'
import './words'

/** The lines of a channel that are shown at once; more are folded. */
const LINES = 12
/** The characters from which a text shows its changed words alone. */
const LONG = 60

/** The kind of a difference as a person counts them: a channel that only moved is told apart from a changed one. */
type Kind = 'added' | 'changed' | 'moved' | 'removed'
const kindOf = (difference: Difference): Kind => {
  if (difference.what === 'app') return 'changed'
  if (difference.what !== 'changed') return difference.what
  return difference.values.length === 0 ? 'moved' : 'changed'
}
const KINDS: readonly Kind[] = ['added', 'changed', 'moved', 'removed']
const ICONS: Record<Kind, IconName> = { added: 'plus', changed: 'pencil', moved: 'chevronsUpDown', removed: 'minus' }
const WORDS: Record<Kind, string> = {
  added: 'versions.isAdded',
  changed: 'versions.isChanged',
  moved: 'versions.isMoved',
  removed: 'versions.isRemoved',
}

/** Returns what differs between two contents of an app, in words, with the kind of each difference. */
export function useDifferences(
  before: AppContents | undefined,
  after: AppContents | undefined,
): readonly (DifferenceInWords & { kind: Kind })[] | undefined {
  const t = useT()
  const { locale } = usePreferences()
  return useMemo(() => {
    if (!before || !after) return undefined
    const differences = differencesOf(before, after)
    return differencesInWords(differences, [before, after], { t, locale }).map((one, at) => ({
      ...one,
      kind: kindOf(differences[at]!),
    }))
  }, [before, after, t, locale])
}

type Told = NonNullable<ReturnType<typeof useDifferences>>

/** The numbers of differences by kind: `1 new · 3 changed`. */
export function Counts({ differences }: { differences: Told }) {
  const t = useT()
  const counts = KINDS.map((kind) => [kind, differences.filter((one) => one.kind === kind).length] as const)
  return (
    <p className={counted}>
      {counts
        .filter(([, count]) => count > 0)
        .map(([kind, count]) => (
          <span key={kind} className={pair}>
            <span className={mark({ kind })}>
              <Icon name={ICONS[kind]} />
            </span>
            {t(`versions.${kind}`, { count })}
          </span>
        ))}
    </p>
  )
}

const keyOf = ({ kind, title }: Told[number]) => JSON.stringify([kind, title])
const lineKeyOf = (one: Told[number], { label, before, after }: LineInWords) =>
  JSON.stringify([one.title, label, before, after])

/** Every difference with its lines, in the order of the app. Those that are not among the known ones are marked. */
export function Differences({ differences, known }: { differences: Told; known?: Told | undefined }) {
  const seen = known && new Set(known.flatMap((one) => [keyOf(one), ...one.lines.map((line) => lineKeyOf(one, line))]))
  const isNew = (one: Told[number], line?: LineInWords) =>
    seen !== undefined && !seen.has(line ? lineKeyOf(one, line) : keyOf(one))
  return (
    <ul className={list}>
      {differences.map((one, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two channels may have one name
        <li key={at} className={item}>
          <Group difference={one} isNew={isNew(one)} isNewLine={(line) => isNew(one, line)} />
        </li>
      ))}
    </ul>
  )
}

type GroupProps = { difference: Told[number]; isNew: boolean; isNewLine: (line: LineInWords) => boolean }

function Group({ difference: { kind, title, lines }, isNew, isNewLine }: GroupProps) {
  const t = useT()
  const [isOpen, open] = useState(false)
  const shown = isOpen ? lines : lines.slice(0, LINES)
  return (
    <>
      <h3 className={heading}>
        <span className={mark({ kind })}>
          <Icon name={ICONS[kind]} />
        </span>
        <span className={kind === 'removed' ? gone : undefined} dir="auto">
          {title}
        </span>
        <span className={muted}>{t(WORDS[kind])}</span>
        {isNew && <Chip tone="trouble">{t('versions.sinceSeen')}</Chip>}
      </h3>
      {shown.length > 0 && (
        <dl className={values}>
          {shown.map((line, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the lines of one difference never change places
            <Line key={at} line={line} isNew={!isNew && isNewLine(line)} />
          ))}
        </dl>
      )}
      {lines.length > LINES && !isOpen && (
        <Button size="small" look="quiet" onClick={() => open(true)}>
          {t('versions.allLines', { count: lines.length })}
        </Button>
      )}
    </>
  )
}

function Line({ line, isNew }: { line: LineInWords; isNew: boolean }) {
  const t = useT()
  const { label, gone: without = [] } = line
  return (
    <div className={row}>
      <dt className={muted}>{label}</dt>
      <dd>
        <span className={change}>
          {isLong(line) ? <Words {...line} /> : <Values {...line} />}
          {isNew && <Chip tone="trouble">{t('versions.sinceSeen')}</Chip>}
        </span>
        {without.length > 0 && (
          <span className={warning}>
            <Icon name="triangleAlert" />
            {t('versions.stopsReceiving', { count: without.length, names: enumerated(without, t) })}
          </span>
        )}
      </dd>
    </div>
  )
}

type LongLine = LineInWords & { before: string; after: string }
/** Returns whether a line shows the changed words alone: both sides have a text, and one of them is long. */
const isLong = (line: LineInWords): line is LongLine =>
  line.before !== null && line.after !== null && !line.gone && Math.max(line.before.length, line.after.length) > LONG

/** The changed words of a long text, with some words around them. */
function Words({ before, after }: LongLine) {
  const t = useT()
  const pieces = useMemo(() => changedWords(before, after), [before, after])
  return (
    <span className={text} dir="auto">
      {pieces.map(({ what, text: words }, at) => {
        const key = `${at} ${what}`
        if (what === 'left-out')
          return (
            <span key={key}>
              <span aria-hidden="true">… </span>
              <span className={srOnly}>{t('versions.leftOut')} </span>
            </span>
          )
        if (what === 'gone')
          return (
            <del key={key} className={gone}>
              {words}
            </del>
          )
        if (what === 'new')
          return (
            <ins key={key} className={made}>
              {words}
            </ins>
          )
        return words
      })}
    </span>
  )
}

/** The values before and after. */
function Values({ before, after, isColor }: LineInWords) {
  const t = useT()
  return (
    <>
      {before !== null && (
        <span className={after === null ? gone : muted}>
          <span className={srOnly}>{t('versions.was')} </span>
          <Value text={before} isColor={isColor === true} />
        </span>
      )}
      {before !== null && <span aria-hidden="true">→</span>}
      <span className={strong}>
        <Value text={after ?? t('versions.empty')} isColor={isColor === true && after !== null} />
      </span>
    </>
  )
}

const Value = ({ text, isColor }: { text: string; isColor: boolean }) => (
  <span className={isColor ? colored : undefined} dir="auto">
    {isColor && <span className={swatch} style={{ background: text }} aria-hidden="true" />}
    {text}
  </span>
)

const counted = css({ display: 'flex', flexWrap: 'wrap', gap: '3', color: 'fg.muted', textStyle: 'small' })
const pair = css({ display: 'inline-flex', alignItems: 'center', gap: '1.5' })
const list = css({ listStyle: 'none', margin: '0', padding: '0' })
const item = css({
  display: 'grid',
  gap: '2',
  justifyItems: 'start',
  paddingInline: '6',
  paddingBlock: '3',
  '&:not(:first-child)': { borderTop: '1px solid token(colors.border.subtle)' },
})
const heading = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2', fontWeight: 'medium' })
const muted = css({ color: 'fg.muted', fontWeight: 'regular' })
const gone = css({ color: 'fg.muted', textDecoration: 'line-through' })
const strong = css({ fontWeight: 'medium' })
const values = css({ display: 'grid', gap: '1.5', width: 'full', paddingInlineStart: '8' })
const row = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 2fr) minmax(0, 5fr)', _narrow: 'minmax(0, 1fr)' },
  gap: { base: '4', _narrow: '0.5' },
})
const change = css({ display: 'flex', flexWrap: 'wrap', columnGap: '2', minWidth: '0', overflowWrap: 'anywhere' })
const text = css({ minWidth: '0', whiteSpace: 'pre-line' })
const made = css({ fontWeight: 'medium', textDecoration: 'none', background: 'success.subtle' })
const warning = css({
  display: 'flex',
  alignItems: 'baseline',
  gap: '1.5',
  color: 'warning.fg',
  '& svg': { alignSelf: 'center', flexShrink: '0' },
})
const colored = css({ display: 'inline-flex', alignItems: 'center', gap: '1.5', textStyle: 'mono' })
const swatch = css({
  display: 'inline-block',
  width: 'icon',
  height: 'icon',
  borderRadius: 'xs',
  border: '1px solid token(colors.border.control)',
})
const mark = cva({
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    width: 'icon',
    height: 'icon',
    borderRadius: 'xs',
    '& svg': { width: 'iconSm', height: 'iconSm' },
  },
  variants: {
    kind: {
      added: { background: 'success.subtle', color: 'success.fg' },
      changed: { background: 'bg.muted', color: 'fg.muted' },
      moved: { background: 'bg.muted', color: 'fg.muted' },
      removed: { background: 'danger.subtle', color: 'danger.fg' },
    },
  },
})
