import { useMemo, type ComponentProps } from 'react'
import type { Survey } from '@tocsin/core/resources/surveys/types'
import { BuilderForm } from '../../builder/builder-form'
import { useT } from '../../words'
import './words'

const PATH = 'config.fields'
const TITLE = 'config.title'
const SETTINGS = ['name', 'ClientId', 'active', 'Channels', TITLE]

/** Edits a survey. Once it has been answered, its questions can be looked at and not changed (SURV-04, A-145). */
export function SurveyForm(props: Omit<ComponentProps<typeof BuilderForm>, 'path' | 'settings' | 'fixed'>) {
  const t = useT()
  const locked = (props.record as unknown as Survey | null)?.locked === true
  const fixed = useMemo(
    () => (locked ? { [PATH]: t('surveys.lockedWhy'), [TITLE]: t('surveys.lockedWhy') } : undefined),
    [locked, t],
  )
  return <BuilderForm {...props} path={PATH} settings={SETTINGS} {...(fixed ? { fixed } : {})} />
}
