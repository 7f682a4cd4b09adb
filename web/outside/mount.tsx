import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { applyPreferences, choose } from '../preferences'
import './outside.css'

/** Draws a page for people without an account. Its theme is blue, light or dark as their system is. */
export function mount(page: ReactNode): void {
  choose({ theme: 'blue' })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyPreferences)
  createRoot(document.getElementById('root')!).render(<StrictMode>{page}</StrictMode>)
}

/** Returns the last part of the address's path: the id of a survey, the name of a document, the token of a link. */
export function partOfAddress(): string {
  const part = location.pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
