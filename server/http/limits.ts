/** Bytes of a body of JSON: anything larger is no record; files go by multipart, with limits of their own. */
export const JSON_LIMIT = 1024 * 1024

/**
 * The limits of a form: one file and the few words beside it. `_json` holds all words at once, so it may be as long as
 * they are together; `twins`, the rows of a sheet with their number of rows alike before them, takes some bytes a row.
 */
export const FORM_LIMITS = {
  fileSize: 16 * 1024 * 1024,
  files: 1,
  fields: 6,
  parts: 7,
  fieldSize: 65_536,
  headerPairs: 20,
}

/** The limits of a record that comes by multipart: each of its values as a word, and all of them as `_json`. */
export const RECORD_FORM_LIMITS = {
  ...FORM_LIMITS,
  files: 1,
  fields: 2_000,
  parts: 2_001,
  fieldSize: JSON_LIMIT,
}
