import type { Notes } from '../../form/form-field'
import { useT } from '../../words'

/** The notes under the fields of a place's form. */
export const PLACE_NOTES: Notes = { 'location.formatted': () => <AddressNote /> }

/** Says which of the address fields counts (W35). */
function AddressNote() {
  const t = useT()
  return <p>{t('screens.addressHint')}</p>
}
