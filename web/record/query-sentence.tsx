import { css, cva } from 'styled-system/css'
import type { Query } from '@tocsin/core/form/query'
import type { RuleSubject } from '@tocsin/core/form/query-subjects'
import { querySaid } from '@tocsin/core/form/query-words'
import { usePreferences } from '../preferences'
import { useT } from '../words'
import './query-words'

/** A query as a sentence, in which fields and values stand out. */
export function QuerySentence({ query, subjects }: { query: Query | null; subjects: readonly RuleSubject[] }) {
  const t = useT()
  const { locale } = usePreferences()
  return (
    <span className={frame} dir="auto">
      {querySaid(query, subjects, { t, locale }).map(({ text, kind }, at) => (
        <span key={at} className={part({ kind })}>
          {text}
        </span>
      ))}
    </span>
  )
}

const frame = css({ overflowWrap: 'anywhere' })
const part = cva({
  variants: {
    kind: {
      plain: {},
      subject: { fontWeight: 'semibold', color: 'fg.default' },
      value: { fontWeight: 'semibold', color: 'fg.default' },
      combinator: { fontWeight: 'semibold', color: 'accent.fg' },
    },
  },
})
