import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { applyPreferences, choose } from '../preferences'

/** Draws a page for people without an account. Its theme is blue, light or dark as their system is. */
export function mount(page: ReactNode): void {
  choose({ theme: 'blue' })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyPreferences)
  createRoot(document.getElementById('root')!).render(<StrictMode>{page}</StrictMode>)
}
