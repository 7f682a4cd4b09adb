import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { CopyError } from './copy-error'

const NEWLINE = 10
/** The longest line: a row with a file of eight megabytes takes a quarter of it. */
const LONGEST = 64 * 1024 * 1024

/** Reads a gzipped file line by line, each chunk's lines at once. Throws CORRUPT if it is damaged or cut off. */
export async function* readLines(path: string): AsyncGenerator<string[]> {
  const input = createReadStream(path)
  const unpacked = createGunzip()
  input.on('error', (error) => unpacked.destroy(error))
  input.pipe(unpacked)
  let parts: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      const lines: string[] = []
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        parts.push(chunk.subarray(start, end))
        lines.push((parts.length === 1 ? parts[0]! : Buffer.concat(parts)).toString('utf8'))
        parts = []
        size = 0
        start = end + 1
      }
      if (start < chunk.length) parts.push(chunk.subarray(start))
      size += chunk.length - start
      if (size > LONGEST) throw new CopyError('CORRUPT', { place: path })
      if (lines.length > 0) yield lines
    }
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (code.startsWith('Z_')) throw Object.assign(new CopyError('CORRUPT', { place: path }), { cause: error })
    // Opening a folder succeeds, and the error of reading it names no path.
    throw Object.assign(error as Error, { path })
  } finally {
    input.destroy()
    unpacked.destroy()
  }
  // The end of a line is the last byte of a whole file.
  if (size > 0) throw new CopyError('CORRUPT', { place: path })
}
