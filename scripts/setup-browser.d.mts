/** The executable named by TOCSIN_CHROMIUM, else the first Chromium on PATH, if there is one. */
export function findBrowser(environment?: Record<string, string | undefined>): string | undefined
/** Installs Debian's Chromium where this process may; false otherwise. */
export function installBrowser(): boolean
