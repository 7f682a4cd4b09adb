import { mostRows } from '@tocsin/core/import/chunks'
import { IMPORT_MODES } from '@tocsin/core/import/modes'
import { answer, KEYED, type Operation } from '../http/describe'

const sheet = (rows: { oneByOne?: boolean }) => ({
  type: 'string',
  format: 'binary',
  description: `A sheet of at most ${mostRows(rows, {})} rows, of a dry run ${mostRows(rows, { dryRun: true })}, with \`atomic\` ${mostRows(rows, { atomic: true })}`,
})
const SHEET = sheet({})
const RECORDS = sheet({ oneByOne: true })

/** Describes the upload of a sheet, which is a form and no record. */
export const describeUpload = (): Operation => ({
  parameters: [
    ...KEYED,
    { name: 'mode', in: 'query', schema: { enum: [...IMPORT_MODES] } },
    { name: 'atomic', in: 'query', description: 'A whole file in one transaction', schema: { type: 'boolean' } },
    { name: 'siteType', in: 'query', description: 'With `csvSites` alone', schema: { enum: ['site', 'team'] } },
    {
      name: 'contentId',
      in: 'query',
      description: 'With `csvRegistrationData` alone, which requires it',
      schema: { type: 'string' },
    },
  ],
  requestBody: {
    description: 'The parameters may be fields of the form instead.',
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          oneOf: [
            {
              type: 'object',
              required: ['csvSites'],
              // The rows of a chunk that have earlier rows of the file with the same name and address, each with their
              // number.
              properties: {
                csvSites: SHEET,
                twins: { type: 'string', pattern: '^\\d{1,5}:\\d{1,7}(,\\d{1,5}:\\d{1,7})*$' },
              },
            },
            { type: 'object', required: ['csvRegistrationData'], properties: { csvRegistrationData: SHEET } },
            { type: 'object', required: ['csvUsers'], properties: { csvUsers: RECORDS } },
            { type: 'object', required: ['csvRegistrationCodes'], properties: { csvRegistrationCodes: RECORDS } },
          ],
        },
      },
    },
  },
  ...answer('What became of the rows', { type: 'object' }),
})
