import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

/** What is proved on both databases. */
const onDatabases = [
  'server/**/*.test.ts',
  'tests/server/**/*.test.ts',
  'tests/cli/**/*.test.ts',
  'tests/every-noun*.test.ts',
  'tests/isolation*.test.ts',
]
const never = ['**/node_modules/**', '**/dist/**']

const database = (kind: 'embedded' | 'postgres', globalSetup: string[]) => ({
  extends: true as const,
  test: { name: kind, include: onDatabases, exclude: never, env: { TOCSIN_TEST_DATABASE: kind }, globalSetup },
})

/** Starts the PostgreSQL that the project's tests share. */
const postgres = join(root, 'tests/postgres.ts')

export default defineConfig({
  root,
  define: { __TOCSIN_VERSION__: JSON.stringify(version) },
  test: {
    environment: 'node',
    env: { TZ: 'UTC' },
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    passWithNoTests: Boolean(process.env['TOCSIN_CHAOS']),
    reporters: process.env['TOCSIN_TEST_COUNTS'] ? ['default', join(root, 'tests/count.ts')] : ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{core,cli,web,fixtures}/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'tests/{*,core/**/*,bench/*}.test.ts',
          ],
          exclude: [...never, ...onDatabases],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: never,
          // A browser on a machine that does other work misses a beat now and then. What needed it is named at the end.
          retry: process.env['CI'] ? 1 : 0,
        },
      },
      database('embedded', []),
      database('postgres', existsSync(postgres) ? [postgres] : []),
    ],
  },
})
