import { css } from 'styled-system/css'
import { formSubjects } from '@tocsin/core/form/query-subjects'
import { QuerySentence } from '../record/query-sentence'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { useT } from '../words'
import { ruleOf } from './field-rules'
import { readersOf } from './names'
import type { OpenField } from './open-field'
import { Part } from './panel-part'
import { Trouble } from './trouble'

/** When the field is shown, and which fields look at it. */
export function Visibility({ of, onRules }: { of: OpenField; onRules: () => void }) {
  const t = useT()
  const { builder, field, form, options } = of
  const { fields, read, problems } = builder.facts
  const at = `${options}.visibleIfQuery`
  const problem = problems.get(builder.at)
  const readers = readersOf(fields, field)
  const rule = ruleOf(field)
  const isWrong = problem !== undefined && (problem.path === at || problem.path.startsWith(`${at}.`))
  return (
    <Part
      title={t('builder.sections.visibility')}
      aside={
        <Button
          id={form.fieldId(at)}
          size="small"
          icon="split"
          keys={['R']}
          blocked={rule === undefined ? t('rules.unread') : null}
          onClick={onRules}
        >
          {t('rules.open')}
        </Button>
      }
    >
      <div className={say}>
        <Icon name="eye" />
        <span>
          {rule !== undefined && <QuerySentence query={rule} subjects={rule ? formSubjects(read) : []} />}{' '}
          {readers.length > 0 && t('builder.reads', { names: builder.listed(readers), count: readers.length })}
        </span>
      </div>
      {isWrong && <Trouble>{problem.why}</Trouble>}
    </Part>
  )
}

const say = css({
  display: 'flex',
  alignItems: 'flex-start',
  gap: '2.5',
  color: 'fg.muted',
  '& svg': { width: 'iconSm', height: 'iconSm', marginTop: '0.5' },
})
