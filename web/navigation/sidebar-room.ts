import { useEffect } from 'react'
import { atom } from 'jotai/vanilla'
import { store } from '../store'
import { storedAtom } from '../stored'

/** The widest window in which a screen in several columns needs the room of the sidebar. */
const query = typeof matchMedia === 'undefined' ? null : matchMedia('(max-width: 1599px)')

/** The user's choice; null if there is none, and the width of the window and the screen in it decide. */
export const foldedAtom = storedAtom<boolean | null>('sidebarFolded', null)

/** True while the screen needs the room of the sidebar, which then folds itself unless the user has unfolded it. */
export const sidebarRoomAtom = atom(false)

/** Takes the room of the sidebar while the component is mounted, unless the window is wide enough for both. */
export function useSidebarRoom(): void {
  useEffect(() => {
    const tell = () => store.set(sidebarRoomAtom, query?.matches ?? false)
    tell()
    query?.addEventListener('change', tell)
    return () => {
      query?.removeEventListener('change', tell)
      store.set(sidebarRoomAtom, false)
    }
  }, [])
}
