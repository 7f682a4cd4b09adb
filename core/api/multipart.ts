/** A file to be sent: its bytes, its name and the type it claims. */
export type Upload = { name: string; type: string; bytes: Uint8Array }

const encoder = new TextEncoder()
/** Escapes a file name, so that no quote or line end in it ends its header. */
const escaped = (text: string) =>
  text.replace(/["\r\n]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`)

/** Replaces an invalid type, such as the empty one of a file without an ending: it must not end its header either. */
const mediaType = (type: string) =>
  /^[\w.+-]+\/[\w.+-]+(; ?[\w.+-]+=[\w.+-]+)*$/.test(type) ? type : 'application/octet-stream'

/** Returns whether the bytes contain the ASCII text. */
function holds(bytes: Uint8Array, text: string): boolean {
  const wanted = encoder.encode(text)
  const [first = 0] = wanted
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (wanted.every((byte, offset) => bytes[at + offset] === byte)) return true
  return false
}

/** Returns the flattened keys that are sent beside `_json`: `{ config: { a: 1 } }` → `[['config.a', '1']]`. */
export function flatten(value: unknown, path = ''): [string, string][] {
  if (value === undefined || value === null) return []
  if (typeof value !== 'object') return [[path, String(value)]]
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, path ? `${path}.${key}` : key))
}

/**
 * Returns a multipart/form-data body: the payload by flattened keys, the whole payload as `_json`, and the files under
 * their keys. It is built by hand, so that the console (fetch) and the terminal (node:http) send the same bytes.
 */
export function encodeMultipart(
  payload: Record<string, unknown>,
  files: Record<string, Upload>,
  wanted: string,
): { contentType: string; body: Uint8Array } {
  const contents: { headers: string; bytes: Uint8Array }[] = []
  for (const [key, text] of [...flatten(payload), ['_json', JSON.stringify(payload)] as const])
    contents.push({ headers: `Content-Disposition: form-data; name="${escaped(key)}"`, bytes: encoder.encode(text) })
  for (const [key, file] of Object.entries(files))
    contents.push({
      headers: `Content-Disposition: form-data; name="${escaped(key)}"; filename="${escaped(file.name)}"\r\nContent-Type: ${mediaType(file.type)}`,
      bytes: file.bytes,
    })
  let boundary = wanted
  while (contents.some(({ bytes }) => holds(bytes, boundary))) boundary += '-'

  const parts: Uint8Array[] = []
  for (const { headers, bytes } of contents)
    parts.push(encoder.encode(`--${boundary}\r\n${headers}\r\n\r\n`), bytes, encoder.encode('\r\n'))
  parts.push(encoder.encode(`--${boundary}--\r\n`))
  const body = new Uint8Array(parts.reduce((length, bytes) => length + bytes.length, 0))
  let offset = 0
  for (const bytes of parts) {
    body.set(bytes, offset)
    offset += bytes.length
  }
  return { contentType: `multipart/form-data; boundary=${boundary}`, body }
}
