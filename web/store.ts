import { createStore } from 'jotai/vanilla'

/** Where the page's atoms live, so that what is no component can read and set them too. */
export const store = createStore()
