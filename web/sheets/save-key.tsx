import { useKeys } from '../keys/use-keys'

/** Makes Mod+Enter submit a dialog wherever the focus is within it; the dialog's keys cover those of the page. */
export function SaveKey({ onSave }: { onSave: () => void }) {
  useKeys('overlay', { save: onSave })
  return null
}
