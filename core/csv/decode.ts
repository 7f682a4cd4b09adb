import { codePageDecoder } from './code-pages'

/**
 * Returns a decoder for chunks that may be cut anywhere. An invalid byte becomes U+FFFD, which marks its record for
 * refusal. Every call needs `stream: true`: without it Node 20 decodes 32 bytes of windows-1252 wrongly (euro, curly
 * quotes, dashes).
 */
export function decoderOf(encoding: string): { push: (bytes: Uint8Array) => string; end: () => string } {
  const codePage = codePageDecoder(encoding)
  if (codePage) return { push: codePage, end: () => '' }
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  return {
    push: (bytes) => decoder.decode(bytes, { stream: true }),
    end: () => decoder.decode(),
  }
}
