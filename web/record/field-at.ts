export { valueAt } from '@tocsin/core/export/cells'
export { choiceOf, fieldAt, labelOf, withoutPlaces } from '@tocsin/core/field-words'
