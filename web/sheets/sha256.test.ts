import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { digest, fileDigest, sha256 } from './sha256'

const bytesOf = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 31 + 7) & 255)

it.each([0, 1, 55, 56, 63, 64, 65, 119, 1_000, 262_144])('digests %i bytes as Node does', async (length) => {
  const bytes = bytesOf(length)
  const known = createHash('sha256').update(bytes).digest('hex')
  expect(Buffer.from(digest(bytes)).toString('hex')).toBe(known)
  expect(await sha256(bytes)).toBe(known)
})

it('tells files apart that differ in one byte, wherever it stands, and in length', async () => {
  const bytes = bytesOf(2_500_000)
  const changed = (at: number) => bytes.map((byte, index) => (index === at ? byte ^ 1 : byte))
  const digests = [bytes, changed(0), changed(1_048_576), changed(2_499_999), bytes.subarray(0, 2_499_999)].map((one) =>
    fileDigest(new Blob([one])),
  )
  expect(new Set(await Promise.all(digests)).size).toBe(5)
})
