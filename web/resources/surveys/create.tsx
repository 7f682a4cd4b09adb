import { NewRecord } from '../../pages/new-record'
import type { ListProps } from '../../pages/screen'
import { SurveyForm } from './survey-form'

/** A new survey. */
export default function SurveyCreate({ resource }: ListProps) {
  return (
    <NewRecord resource={resource} fills>
      {(form) => <SurveyForm {...form} />}
    </NewRecord>
  )
}
