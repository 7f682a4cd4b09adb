/** Bytes of a body of JSON: what is larger is no record; files go by multipart, with limits of their own. */
export const JSON_LIMIT = 1024 * 1024

/**
 * What a form may hold: one file and the few words beside it. `_json` says them all at once, so it may be as long as they
 * are together; which rows of a sheet have how many before them (`twins`) takes some bytes a row.
 */
export const FORM_LIMITS = {
  fileSize: 16 * 1024 * 1024,
  files: 1,
  fields: 6,
  parts: 7,
  fieldSize: 65_536,
  headerPairs: 20,
}

/** What a record may hold that comes by multipart: each of its values as a word of its own, and all of them as `_json`. */
export const RECORD_FORM_LIMITS = {
  ...FORM_LIMITS,
  files: 1,
  fields: 2_000,
  parts: 2_001,
  fieldSize: JSON_LIMIT,
}
