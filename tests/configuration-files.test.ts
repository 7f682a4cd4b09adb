import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentFields } from '@tocsin/core/configuration/document-fields'
import { filled } from '@tocsin/core/configuration/documents'
import { withEnvironment } from '@tocsin/core/configuration/environment'
import { KINDS, wordOf } from '@tocsin/core/configuration/kinds'
import { readFile, type FileRead } from '@tocsin/core/configuration/read'
import { lackedToSee } from '@tocsin/core/configuration/snapshot'
import { neededFor, type Account } from '@tocsin/core/vocabulary/permissions'
import { check } from '@tocsin/core/vocabulary/validate'
import { expect, it } from 'vitest'
import { readGolden, root } from './cli/golden'

const text = readFileSync(join(root, 'docs/configuration-files.md'), 'utf8')
const blocks = [...text.matchAll(/```yaml\n([^]*?)```/g)].map(([, block]) => block!)

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

it('B3 names the permissions of each kind in the documents', () => {
  const nobody: Account = { id: 1, userType: 'client', role: 'none', permissions: [], impersonator: null }
  const inWords = (needed: readonly string[]) =>
    needed
      .map((some) =>
        some
          .split(' | ')
          .map((one) => `\`${one}\``)
          .join(' or '),
      )
      .join(', ')
  const rows = KINDS.map((kind) => {
    const parts = [kind.resource, ...(kind.inside ? [kind.inside] : [])]
    const toWrite = parts.flatMap(({ can }) =>
      (['create', 'update', 'delete'] as const).map((verb) => neededFor(can[verb], nobody).join(' | ')),
    )
    // A list leaves out alternatives to a permission that it asks for anyway.
    const least = [...new Set(toWrite)].filter((some) => !toWrite.some((one) => one !== some && some.includes(one)))
    return ['', `\`${wordOf(kind)}\``, inWords(lackedToSee(kind, nobody)), inWords(least), '']
  })
  const told = text
    .split('\n')
    .filter((line) => line.startsWith('| `') && line.includes(':view`'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  expect(told).toEqual(rows)
})
