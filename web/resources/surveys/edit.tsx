import { EditRecord } from '../../pages/edit-record'
import type { RecordProps } from '../../pages/screen'
import { SurveyForm } from './survey-form'

/** The page that edits a survey. */
export default function SurveyEdit(props: RecordProps) {
  return (
    <EditRecord {...props} fills>
      {(form) => <SurveyForm {...form} />}
    </EditRecord>
  )
}
