const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  // The last is what the editor reads pasted text with, in a document of its own that nothing runs in.
  'trusted-types dompurify tocsin-worker ProseMirrorClipboard',
].join('; ')

/**
 * On every answer. Scripts come from here alone and may build nothing from text (Trusted Types); the page talks to its own
 * origin, is framed by nobody and tells nobody where its reader came from.
 */
const SECURITY_HEADERS = {
  'Content-Security-Policy': CONTENT_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // What comes from another origin, a map's tiles, is asked for without cookies; with this the page is isolated, and may
  // share memory with its worker.
  'Cross-Origin-Embedder-Policy': 'credentialless',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(self), payment=(), usb=()',
} as const

/**
 * What anybody may open, and what somebody else may have written, is in a sandbox: to the browser it is of no origin, so
 * that a script in it reads nothing of the console's, its accounts least of all. Of no origin, it may only load what lets
 * itself be loaded from elsewhere, and may not ask for a window of its own kind.
 */
const SANDBOXED = {
  ...SECURITY_HEADERS,
  'Content-Security-Policy': `${CONTENT_POLICY}; sandbox allow-scripts allow-forms`,
  'Cross-Origin-Opener-Policy': 'unsafe-none',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const

const SANDBOX = /^\/+(static(\/|$)|(privacy|terms|update)\.html$|favicon\.svg$)/

/** Whether an address is one of those. */
export function isSandboxed(url: string): boolean {
  const [path = ''] = url.split(/[?#]/)
  try {
    return SANDBOX.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

/** The headers of an answer, by what was asked for. */
export const securityHeaders = (url: string): typeof SECURITY_HEADERS | typeof SANDBOXED =>
  isSandboxed(url) ? SANDBOXED : SECURITY_HEADERS
