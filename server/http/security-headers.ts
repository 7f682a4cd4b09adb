const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  // The editor reads pasted text with the last one, in a document in which nothing runs.
  'trusted-types dompurify tocsin-worker ProseMirrorClipboard',
].join('; ')

/**
 * The headers of every answer. Scripts come from this origin alone and build no code from text (Trusted Types). The
 * page connects to its own origin only, is never framed, and sends no referrer.
 */
const SECURITY_HEADERS = {
  'Content-Security-Policy': CONTENT_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // Content of another origin, such as a map's tiles, is requested without cookies. This isolates the page, which may
  // then share memory with its worker.
  'Cross-Origin-Embedder-Policy': 'credentialless',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(self), payment=(), usb=()',
} as const

/**
 * The headers of public pages whose content may come from outside the product. Their sandbox has no origin, so that a
 * script in it reads nothing of the console, least of all its accounts. Such a page may only load files that allow
 * every origin, and cannot isolate its window.
 */
const SANDBOXED = {
  ...SECURITY_HEADERS,
  'Content-Security-Policy': `${CONTENT_POLICY}; sandbox allow-scripts allow-forms`,
  'Cross-Origin-Opener-Policy': 'unsafe-none',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const

/** A survey asks before it is closed with an answer that is not sent yet, which the browser counts as a dialog. */
const SURVEY = {
  ...SANDBOXED,
  'Content-Security-Policy': `${SANDBOXED['Content-Security-Policy']} allow-modals`,
} as const

const SANDBOX = /^\/+(static(\/|$)|(privacy|terms|update)\.html$|favicon\.svg$)/
const SURVEYS = /^\/static\/surveys\//

/** Returns the path of an address as the router reads it; undefined if it cannot be read. */
function pathOf(url: string): string | undefined {
  const [path = ''] = url.split(/[?#]/)
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** Returns whether an address is of such a page. */
export const isSandboxed = (url: string): boolean => SANDBOX.test(pathOf(url) ?? '')

/** The headers of stored files, which come from anybody: nothing in them runs or loads, and any page may show them. */
export const FILE_HEADERS = {
  ...SECURITY_HEADERS,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const

/** Returns the headers of an answer to an address. */
export const securityHeaders = (url: string): typeof SECURITY_HEADERS | typeof SANDBOXED | typeof SURVEY =>
  !isSandboxed(url) ? SECURITY_HEADERS : SURVEYS.test(pathOf(url) ?? '') ? SURVEY : SANDBOXED
