import { expect, it } from 'vitest'
import { growingFile } from './growing-file'

it('a file that grew beyond what lies in memory holds every piece in its order', async () => {
  const growing = growingFile('text/csv')
  expect(growing.isEmpty()).toBe(true)
  const row = ` ${'x'.repeat(999)}\n`
  const rows = 10_000
  for (let at = 0; at < rows; at++) growing.add(at % 2 === 0 ? `${at}${row}` : new TextEncoder().encode(`${at}${row}`))
  expect(growing.isEmpty()).toBe(false)
  const file = growing.file()
  expect(file.type).toBe('text/csv')
  const lines = (await file.text()).trimEnd().split('\n')
  expect(lines.map((line) => Number.parseInt(line))).toEqual(Array.from({ length: rows }, (_, at) => at))
})
