import type { FormField } from '@tocsin/core/form/types'
import { materialOutline } from '../ui/material-icons'
import { textOption } from './options'

const DEFAULT_ICON = 'grade'

/** Returns the outline of the icon of a rating. */
export const ratingOutline = (field: Pick<FormField, 'options'>): string =>
  materialOutline(textOption(field, 'icon') ?? DEFAULT_ICON) ?? materialOutline(DEFAULT_ICON)!
