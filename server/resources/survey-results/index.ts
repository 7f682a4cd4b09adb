import { surveyResults } from '@tocsin/core/resources/survey-results/index'
import { sql } from 'kysely'
import { withSignedFiles } from '../../records/file-addresses'
import { defineOverrides } from '../../records/overrides'

export const surveyResultsOverrides = defineOverrides(surveyResults, {
  reads: {
    // An answer has no title, and is found in its survey.
    searchable: null,
    computed: {
      Survey: sql`(select jsonb_build_object('name', s.name) from surveys s
        where s.client_id = r.client_id and s.id = r.survey_id)`,
    },
    // Attachments are private: whoever reads the answer may open them for five minutes.
    derived: { data: ({ data }, { parts }) => withSignedFiles(parts, data) },
  },
})
