import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { findPostgres } from '../scripts/setup-postgres.mjs'
import { memoryFolder } from '../scripts/memory-folder.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

const memory = memoryFolder()
// Each test that asks for a temporary folder gets it there, and so does each program that it starts.
if (memory) process.env['TMPDIR'] = memory

/** Proved by a server with a database behind it: on PostgreSQL, where a database of its own costs a test the least. */
const onDatabase = [
  'tests/server/**/*.test.ts',
  'tests/cli/**/*.test.ts',
  'tests/every-resource*.test.ts',
  'tests/isolation*.test.ts',
]
/**
 * Tests of code that the embedded engine could run otherwise, which are proved on both databases, and tests of code
 * that runs on it alone. Goldens choose for themselves.
 */
export const onEngine = [
  'tests/server/{alert-stream,app-versions*,catalog,database-*,explain,fences,files,idempotency,import-keeps,lists,locked-client}.test.ts',
  'tests/server/mobile-surveys.test.ts',
  'tests/server/{private-folder,restricted-owner,runaway,two-at-once,versions}.test.ts',
  'tests/cli/{first-root,golden-*}.test.ts',
  'tests/isolation*.test.ts',
  ...(process.env['TOCSIN_CHAOS'] ? ['tests/{cli,server}/*.chaos.test.ts'] : []),
]
const never = ['**/node_modules/**', '**/dist/**']

/** Without a PostgreSQL, which CI never lets happen, the embedded engine proves it all. */
const hasPostgres = findPostgres() !== undefined

const database = (kind: 'embedded' | 'postgres', include: string[], proves: string, globalSetup: string[] = []) => ({
  extends: true as const,
  test: {
    name: kind,
    include,
    exclude: never,
    env: { TOCSIN_TEST_DATABASE: kind, TOCSIN_TEST_PROVES: proves },
    globalSetup,
    // One set of modules for all files of a worker: to read them anew would take longer than most files do.
    isolate: false,
  },
})

/** Starts the PostgreSQL that the project's tests share. */
const postgres = join(root, 'tests/postgres.ts')

export default defineConfig({
  root,
  define: { __TOCSIN_VERSION__: JSON.stringify(version) },
  test: {
    environment: 'node',
    env: { TZ: 'UTC' },
    // One more than two cores: a worker that waits for a page or a database leaves half of its core to the others.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    passWithNoTests: Boolean(process.env['TOCSIN_CHAOS']),
    reporters: process.env['TOCSIN_TEST_COUNTS'] ? ['default', join(root, 'tests/count.ts')] : ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{core,cli,fixtures}/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/{*,core/**/*,bench/*}.test.ts'],
          exclude: [...never, ...onDatabase],
          isolate: false,
        },
      },
      {
        extends: true,
        resolve: { alias: { 'styled-system': join(root, 'web/styled-system') } },
        test: {
          // Their tests replace modules and parts of the browser, which no other file may meet.
          name: 'isolated',
          include: ['{web,server}/**/*.test.{ts,tsx}'],
          exclude: never,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: never,
          env: { TOCSIN_TEST_DATABASE: hasPostgres ? 'postgres' : 'embedded' },
          globalSetup: hasPostgres ? [postgres] : [],
          isolate: false,
          // A browser on a busy machine misses a beat now and then. A test that needed a retry is named at the end.
          retry: process.env['CI'] ? 1 : 0,
        },
      },
      hasPostgres
        ? database('embedded', onEngine, 'what the engine could change')
        : database('embedded', onDatabase, 'everything'),
      ...(hasPostgres ? [database('postgres', onDatabase, 'everything', [postgres])] : []),
    ],
  },
})
