import { mediaHook } from '../ui/use-media'

/** Returns whether the screen is narrow, so that rows are two-line items: the condition `narrow` of panda.config.ts. */
export const useNarrow = mediaHook('(max-width: 719px)')
