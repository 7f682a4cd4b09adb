import { mediaHook } from '../ui/use-media'

/**
 * Returns whether the screen is too narrow for an unfolded sidebar, as a tablet or a notebook at 200 %: the condition
 * `tablet` of panda.config.ts.
 */
export const useTablet = mediaHook('(max-width: 1023px)')
