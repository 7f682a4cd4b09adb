import { useEffect } from 'react'

/** The bell of the page's icon with a red dot, for as long as alerts wait. */
const DOTTED =
  'data:image/svg+xml,' +
  encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#777" d="M16 2A9.5 9.5 0 0 0 6.5 11.5V17H25.5V11.5A9.5 9.5 0 0 0 16 2ZM6.2 19.5H25.8C26.2 21.3 27.2 22.7 28.6 23.7C29.7 24.5 29.2 26 28 26H4C2.8 26 2.3 24.5 3.4 23.7C4.8 22.7 5.8 21.3 6.2 19.5Z"/><circle cx="24" cy="8" r="8" fill="#d90a1a"/></svg>`,
  )

/** Puts the number of waiting alerts before the title of the page, and a dot on its icon. */
export function useTitleCount(count: number, title: string): void {
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${title} · tocsin`
  }, [count, title])
  const has = count > 0
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
    if (!has || !icon) return
    const before = icon.href
    icon.href = DOTTED
    return () => {
      icon.href = before
    }
  }, [has])
}
