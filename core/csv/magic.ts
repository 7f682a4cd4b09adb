/** The kind of a file that is not CSV. The refusal names it and says what to do instead. */
export type ForeignKind =
  | 'xlsx'
  | 'xls'
  | 'gzip'
  | 'zstd'
  | 'bzip2'
  | 'xz'
  | '7z'
  | 'rar'
  | 'pdf'
  | 'png'
  | 'jpeg'
  | 'html'
  | 'xml'
  | 'json'
  | 'rtf'
  | 'binary'

const SIGNATURES: readonly (readonly [ForeignKind, readonly number[]])[] = [
  ['xlsx', [0x50, 0x4b, 0x03, 0x04]],
  ['xlsx', [0x50, 0x4b, 0x05, 0x06]],
  ['xls', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
  ['gzip', [0x1f, 0x8b]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['bzip2', [0x42, 0x5a, 0x68, 0x39, 0x31, 0x41]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  ['7z', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['rar', [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]],
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['png', [0x89, 0x50, 0x4e, 0x47]],
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['rtf', [0x7b, 0x5c, 0x72, 0x74, 0x66]],
]

/** Returns the kind of a file with these first bytes, or null if it may be text. */
export function foreignKind(head: Uint8Array): ForeignKind | null {
  for (const [kind, bytes] of SIGNATURES) if (bytes.every((byte, index) => head[index] === byte)) return kind
  return null
}

/** Returns the kind of a text that is not a sheet, or null. `text` is its beginning, without the byte-order mark. */
export function foreignText(text: string): ForeignKind | null {
  const start = text.trimStart().slice(0, 64).toLowerCase()
  if (/^<(!doctype html|html|head|body|script|meta|table)/.test(start)) return 'html'
  if (/^<(\?xml|!doctype|svg|[a-z]+:[a-z]+[ >])/.test(start)) return 'xml'
  // A header cell never begins with a bracket that is followed by a quote, a brace, a bracket or its own end.
  if (/^[[{]\s*("|\{|\[|\}|\]|-?\d)/.test(start)) return 'json'
  return null
}
