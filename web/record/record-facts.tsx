import type { ReactNode } from 'react'
import { css } from 'styled-system/css'
import { Link } from 'wouter'
import { nameWithin, targetOf } from '@tocsin/core/api/names'
import { idsIn } from '@tocsin/core/base/cells'
import type { Query } from '@tocsin/core/form/query'
import { subjectsOf } from '@tocsin/core/form/query-subjects'
import { fieldsOf } from '@tocsin/core/vocabulary/fields-of'
import { labelIn } from '@tocsin/core/vocabulary/kind-words'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'
import { useAccount } from '../data/account'
import { findResource } from '../data/resources'
import { showHref } from '../navigation/hrefs'
import { hasScreen } from '../navigation/places'
import { usePreferences } from '../preferences'
import { Chip } from '../ui/chip'
import { CopyButton } from '../ui/copy-button'
import { Facts } from '../ui/facts'
import { useT } from '../words'
import { displayValue } from './display'
import { factsOf, isCopied } from './facts-of'
import { fieldAt, labelOf, valueAt } from './field-at'
import { QuerySentence } from './query-sentence'
import { useRecordName } from './record-name'
import { StateChip } from './state-chip'
import { isState } from './state-look'
import './words'

type Props = {
  of: Resource
  row: { id: number }
  /** The paths to show, in this order; by default all that can be shown. */
  names?: readonly string[]
  /** The content after a value, by the path of the value. */
  beside?: Readonly<Record<string, ReactNode>>
  /** The content instead of a value, by the path of the value. */
  instead?: Readonly<Record<string, ReactNode>>
}

/** The facts of a record, from its declaration: each field by its type, with a copy button where that is useful. */
export function RecordFacts({ of, row, names, beside = {}, instead = {} }: Props) {
  const t = useT()
  const account = useAccount()
  const record = row as Row
  // A bare id is useless to a viewer who may not see the record.
  const isTold = (resource: string) => {
    const target = findResource(resource)
    return target !== undefined && mayDo(account, target, 'view')
  }
  const paths = (names ?? factsOf(of, record, isTold)).filter((path) => {
    const { of: resourceName, told } = fieldAt(of, path) ?? {}
    return resourceName === undefined || told !== undefined || isTold(resourceName)
  })
  const rows = Object.fromEntries(
    paths.map((path) => [
      labelIn(of, path, record, t),
      <span key={path} className={several}>
        {instead[path] ?? <Fact of={of} row={record} path={path} />}
        {beside[path]}
      </span>,
    ]),
  )
  return (
    // A fieldset is for input.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="group" className={frame} aria-label={t('record.facts')}>
      <Facts rows={rows} />
    </div>
  )
}

/** One fact of a record: a reference as a link by the record's name; codes as chips; anything else as text. */
export function Fact({ of, row, path }: { of: Resource; row: Row; path: string }) {
  const t = useT()
  const { locale } = usePreferences()
  const field = fieldAt(of, path)
  const value = valueAt(row, path)
  const target = field && targetOf(field, row)
  if (target !== undefined && typeof value === 'number') return <Pointed resource={target} id={value} />
  if (field?.of !== undefined && Array.isArray(value) && value.length > 0)
    return (
      <span className={several}>
        {value.map((one: unknown) =>
          idsIn(one).map((id) => <Pointed key={id} resource={field.of!} id={id} told={nameWithin(one)} />),
        )}
      </span>
    )
  if (field?.type === 'choice' && isState(of.name, path)) return <StateChip of={of} path={path} value={value} />
  const codes =
    field?.type === 'list' && fieldsOf(field)['code'] && Array.isArray(value) ? (value as { code: string }[]) : []
  if (codes.length > 0)
    return (
      <span className={several}>
        {codes.map(({ code }) => (
          <span key={code} className={pair}>
            <Chip tone="mono">{code}</Chip>
            <CopyButton text={code} what={code} t={t} />
          </span>
        ))}
      </span>
    )
  const subjects = subjectsOf(field, t)
  if (subjects && value !== null && value !== undefined)
    return <QuerySentence query={value as Query} subjects={subjects} />
  const text = displayValue(of, path, value, t, locale, { row })
  if (!isCopied(of, path, value))
    return (
      <span className={field?.type === 'longtext' ? lines : undefined} dir="auto">
        {text}
      </span>
    )
  return (
    <span className={pair}>
      <span className={path === 'id' || path === 'tag' || path === 'code' ? mono : undefined} dir="auto">
        {text}
      </span>
      <CopyButton text={String(value)} what={labelOf(of, path, t)} t={t} />
    </span>
  )
}

/**
 * The referenced record by its name, as a link once the name is known, which requires that the account may see it. The
 * row that points to it may tell its name to who may not.
 */
function Pointed({ resource, id, told }: { resource: string; id: number; told?: string | undefined }) {
  const { name, isKnown } = useRecordName(resource, id)
  return isKnown && hasScreen(resource) ? (
    <Link className={link} href={showHref(resource, id)} dir="auto">
      {name}
    </Link>
  ) : (
    <span dir="auto">{told ?? name}</span>
  )
}

const frame = css({
  background: 'bg.surface',
  border: '1px solid token(colors.border.subtle)',
  borderRadius: 'md',
  minWidth: '0',
})
const several = css({ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: '1.5', minWidth: '0' })
// The button stays beside the value it copies.
const pair = css({ display: 'inline-flex', alignItems: 'center', gap: { base: '1.5', _narrow: '0' }, minWidth: '0' })
const mono = css({ textStyle: 'mono' })
const lines = css({ whiteSpace: 'pre-line' })
const link = css({ color: 'accent.fg', textDecoration: 'underline', textUnderlineOffset: '[3px]' })
