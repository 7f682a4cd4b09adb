import type { ComponentProps } from 'react'
import { css } from 'styled-system/css'
import type { Survey } from '@tocsin/core/resources/surveys/types'
import { ResourceForm } from '../../form/resource-form'
import { NoticeBox } from '../../ui/notice-box'
import { useT } from '../../words'
import './words'

const ALWAYS = ['name', 'ClientId', 'active', 'Channels']
const FIELDS = [...ALWAYS, 'config.title', 'config.fields']
const QUESTIONS = ['config.fields']

/** Edits a survey. Once it has been answered, its questions are fixed (SURV-04, A-145). */
export function SurveyForm(props: Omit<ComponentProps<typeof ResourceForm>, 'only' | 'asJson'>) {
  const t = useT()
  if ((props.record as unknown as Survey | null)?.locked !== true)
    return <ResourceForm {...props} only={FIELDS} asJson={QUESTIONS} />
  return (
    <div className={frame}>
      <NoticeBox tone="warning">{t('surveys.lockedWhy')}</NoticeBox>
      <ResourceForm {...props} only={ALWAYS} />
    </div>
  )
}

const frame = css({ display: 'grid', gap: '4', maxWidth: 'form' })
