// The verdict of a run: `node scripts/verdict.mjs <counts.json> <exit code of npm test>`.
import { readFileSync } from 'node:fs'

const DATABASES = ['embedded', 'postgres']

/**
 * Sums the counts by project, written by tests/count.ts. A run fails by a failed test, by npm test's exit code (a check
 * that ends before any test counts as one failure), and by a database on which nothing passed.
 */
export const verdict = (counts, exitCode) => {
  const sum = (key) => Object.values(counts).reduce((total, project) => total + project[key], 0)
  const complaints = DATABASES.filter((name) => !counts[name]?.passed).map((name) => `nothing was proved on ${name}`)
  const failed = sum('failed') + complaints.length
  return {
    complaints,
    passed: sum('passed'),
    failed: failed || (exitCode === 0 ? 0 : 1),
  }
}

const read = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}

const [path, exitCode] = process.argv.slice(2)
if (path) {
  const { passed, failed, complaints } = verdict(read(path), Number(exitCode))
  for (const complaint of complaints) console.log(`FAILED: ${complaint}`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed ? 1 : 0
}
