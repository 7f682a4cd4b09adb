import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentFields } from '@tocsin/core/configuration/document-fields'
import { filled } from '@tocsin/core/configuration/documents'
import { withEnvironment } from '@tocsin/core/configuration/environment'
import { readFile, type FileRead } from '@tocsin/core/configuration/read'
import { check } from '@tocsin/core/vocabulary/validate'
import { expect, it } from 'vitest'
import { readGolden, root } from './cli/golden'

const blocks = [
  ...readFileSync(join(root, 'docs/configuration-files.md'), 'utf8').matchAll(/```yaml\n([^]*?)```/g),
].map(([, block]) => block!)

it('B3 has examples in the documents that are right, and those that a golden applies', () => {
  expect(blocks).toHaveLength(4)
  for (const block of blocks) {
    const read = readFile('example.yaml', block) as FileRead
    const fields = documentFields(read.kind)
    const { document } = withEnvironment(fields, read.given, { RONDA_HOOK: 'https://ronda.example.org' })
    expect(check(fields, filled(fields, document)), block).toEqual([])
  }
  const { files } = readGolden('configuration-files-lines.golden')
  expect(files.map(({ content }) => content.trimEnd())).toEqual(blocks.slice(0, 3).map((block) => block.trimEnd()))
})
