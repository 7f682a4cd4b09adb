/** The longest name of a field, in characters (FIELD-06). */
export const MAX_FIELD_NAME = 55

/** The most choices of a field, those of all levels together. */
export const MAX_CHOICES = 1_000

/** The most fields of a form, and its most characters, written as JSON. */
export const MAX_FIELDS = 300
export const MAX_FORM = 512 * 1024
