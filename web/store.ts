import { createStore } from 'jotai/vanilla'

/** The store of the page's atoms, which code outside of components can read and set too. */
export const store = createStore()
