import { MAX_FILE } from '@tocsin/core/vocabulary/files'

/** The bytes of a body of JSON. A larger one is no record. Files are sent by multipart, which has limits of its own. */
export const JSON_LIMIT = 1024 * 1024
/** The same for a record with a large document. */
export const LARGE_JSON_LIMIT = 2 * JSON_LIMIT

/**
 * The limits of a form: one file and a few texts. `_json` contains all texts at once, so it may be as long as they are
 * together. `twins` has the rows of a sheet with the number of their earlier twins, some bytes a row.
 */
export const FORM_LIMITS = {
  fileSize: 16 * 1024 * 1024,
  files: 1,
  fields: 6,
  parts: 7,
  fieldSize: 65_536,
  headerPairs: 20,
}

/**
 * The limits of a record by multipart: each of its values as a text, all of them as `_json`, and one file. A text may be as
 * long as a body of JSON.
 */
export const RECORD_FORM_LIMITS = {
  ...FORM_LIMITS,
  fileSize: MAX_FILE,
  files: 1,
  fields: 2_000,
  parts: 2_001,
}
