import { iconLook } from '../ui/icon'

/** Lucide outlines (ISC licence) that only the editor uses, so that they are loaded with the editor. */
const PATHS: Readonly<Record<string, string>> = {
  heading1: 'M4 12h8M4 18V6M12 18V6M17 12l3-2v8',
  heading2: 'M4 12h8M4 18V6M12 18V6M21 18h-4c0-4 4-3 4-6 0-1.5-2-2.5-4-1',
  heading3: 'M4 12h8M4 18V6M12 18V6M17.5 10.5c1.7-1 3.5 0 3.5 1.5a2 2 0 0 1-2 2M17 17.5c2 1.5 4 .3 4-1.5a2 2 0 0 0-2-2',
  bold: 'M6 12h9a4 4 0 0 1 0 8H7a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h7a4 4 0 0 1 0 8',
  italic: 'M19 4h-9M14 20H5M15 4 9 20',
  bullets: 'M3 5h.01M3 12h.01M3 19h.01M8 5h13M8 12h13M8 19h13',
  numbers: 'M11 5h10M11 12h10M11 19h10M4 4h1v5M4 9h2M6.5 20H3.4c0-1 2.6-1.925 2.6-3.5a1.5 1.5 0 0 0-2.6-1.02',
  quote: 'M17 5H3M21 12H8M21 19H8M3 12v7',
  undo: 'M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 5.5 5.5a5.5 5.5 0 0 1-5.5 5.5H11',
  redo: 'M15 14l5-5-5-5M20 9H9.5A5.5 5.5 0 0 0 4 14.5A5.5 5.5 0 0 0 9.5 20H13',
  link: 'M10 13a5 5 0 0 0 7.54.54l3-3a5 5 0 0 0-7.07-7.07l-1.72 1.71M14 11a5 5 0 0 0-7.54-.54l-3 3a5 5 0 0 0 7.07 7.07l1.71-1.71',
  source: 'M16 18l6-6-6-6M8 6l-6 6 6 6',
}

/** The picture of a tool; screen readers read its name beside it. */
export const Picture = ({ of }: { of: string }) => (
  <svg className={iconLook} viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[of]} />
  </svg>
)
