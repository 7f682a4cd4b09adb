import { CHUNK_ROWS, PLAN_ROWS } from '@tocsin/core/import/chunks'
import { IMPORT_MODES } from '@tocsin/core/import/modes'
import { answer, KEY, type Operation } from '../http/describe'

/** Describes the upload of a sheet, which is a form and no record. */
export const describeUpload = (): Operation => ({
  parameters: [
    KEY,
    { name: 'dryRun', in: 'query', schema: { type: 'boolean' } },
    { name: 'mode', in: 'query', schema: { enum: [...IMPORT_MODES] } },
    { name: 'siteType', in: 'query', schema: { enum: ['site', 'team'] } },
  ],
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: ['csvSites'],
          properties: {
            csvSites: {
              type: 'string',
              format: 'binary',
              description: `A sheet of at most ${CHUNK_ROWS} rows, of a dry run ${PLAN_ROWS}`,
            },
            // The rows of a chunk that have earlier rows of the file with the same name and address, each with their
            // number.
            twins: { type: 'string', pattern: '^\\d{1,5}:\\d{1,7}(,\\d{1,5}:\\d{1,7})*$' },
          },
        },
      },
    },
  },
  ...answer('What became of the rows', { type: 'object' }),
})
