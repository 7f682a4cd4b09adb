import { codePageDecoder } from './code-pages'

/**
 * A decoder fed with chunks cut anywhere. An undecodable byte becomes U+FFFD, by which its record is known and
 * refused. `stream: true` at every call is not for convenience: without it Node 20 decodes 32 bytes of windows-1252
 * wrongly (euro, curly quotes, dashes).
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
