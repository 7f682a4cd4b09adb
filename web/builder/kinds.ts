import { FORM_FIELD_TYPES } from '@tocsin/core/form/schema'
import type { FormField } from '@tocsin/core/form/types'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { materialOutline } from '../ui/material-icons'
import { choiceOf } from '../record/field-at'

// Outlines of Lucide (ISC licence).
const BOX = 'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2'
const TREE = 'M21 12h-8M21 6H8M21 18h-8M3 6v4c0 1.1.9 2 2 2h3M3 10v6c0 1.1.9 2 2 2h3'
const DROP_DOWN = `${BOX}M16 10l-4 4-4-4`

/** The kinds of text, which are types of their own for whoever adds a field (FIELD-02). */
const TEXTS = ['number', 'date', 'maskedText']

const OUTLINES: Readonly<Record<string, string>> = {
  text: 'M12 4v16M4 7V5a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v2M9 20h6',
  number: 'M4 9h16M4 15h16M10 3 8 21M16 3l-2 18',
  date: 'M8 2v4M16 2v4M5 4h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2M3 10h18',
  maskedText:
    'M4 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M10 9v6M14 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M14 7v8M22 17v1c0 .5-.5 1-1 1H3c-.5 0-1-.5-1-1v-1',
  textarea: 'M21 5H3M15 12H3M17 19H3',
  checkbox: `${BOX}M9 12l2 2 4-4`,
  checkboxes: 'M13 5h8M13 12h8M13 19h8M3 17l2 2 4-4M3 7l2 2 4-4',
  radios: 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  dropdown: DROP_DOWN,
  dropdown_search: DROP_DOWN,
  multilayer_dropdown: TREE,
  multilayer_dropdown_search: TREE,
  attachment:
    'M16 6l-8.414 8.586a2 2 0 0 0 2.829 2.829l8.414-8.586a4 4 0 1 0-5.657-5.657l-8.379 8.551a6 6 0 1 0 8.485 8.485l8.379-8.551',
}

/** Returns the kind of a field: its type, or the kind of text that it takes. */
export function kindOf({ type, options }: Pick<FormField, 'type' | 'options'>): string {
  const text = type === 'text' ? options?.['fieldType'] : undefined
  return typeof text === 'string' && TEXTS.includes(text) ? text : type
}

export const outlineOfKind = (kind: string): string =>
  kind === 'rating' ? materialOutline('grade')! : Object.hasOwn(OUTLINES, kind) ? OUTLINES[kind]! : OUTLINES['text']!

/** The kinds that can be chosen, in the order in which they are offered. */
export const KINDS: readonly string[] = FORM_FIELD_TYPES.flatMap((type) =>
  type === 'text' ? [type, ...TEXTS] : [type],
)

/** Returns the type and the options with which a field of a kind begins. */
export const beginning = (kind: string): Pick<FormField, 'type' | 'options'> =>
  TEXTS.includes(kind) ? { type: 'text', options: { fieldType: kind } } : { type: kind as FormField['type'] }

/** Returns the name of a kind, in the words of a resource whose form has its fields at a path. */
export const kindText = (resource: Resource, path: string, kind: string, t: Translate): string =>
  choiceOf(resource, TEXTS.includes(kind) ? `${path}.options.fieldType` : `${path}.type`, kind, t)
