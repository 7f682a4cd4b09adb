import { useKeys } from '../keys/use-keys'

/** Mod+Enter does what a dialog is for from wherever the focus is; within the dialog, whose keys cover the page's. */
export function SaveKey({ onSave }: { onSave: () => void }) {
  useKeys('overlay', { save: onSave })
  return null
}
