export { valueAt } from '@tocsin/core/base/cells'
export { choiceOf, fieldAt, labelOf, withoutPlaces } from '@tocsin/core/vocabulary/field-words'
