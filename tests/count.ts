import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

export type Counts = { passed: number; failed: number; skipped: number }

/**
 * Writes how many tests passed, failed and were skipped, by project, to the file that TOCSIN_TEST_COUNTS names. It
 * names tests that passed only at their second try, with the reason of the first failure: they are to be mended too.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]) {
    const projects: Record<string, Counts> = {}
    for (const module of modules) {
      const counts = (projects[module.project.name] ??= { passed: 0, failed: 0, skipped: 0 })
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        if (state !== 'pending') counts[state]++
        if (!test.diagnostic()?.flaky) continue
        process.stdout.write(`passed only when tried again: ${test.fullName}\n`)
        for (const { message } of errors ?? []) process.stdout.write(`  ${message.split('\n', 5).join('\n  ')}\n`)
      }
      // A file that cannot be loaded, or whose hooks throw, fails without any test having failed.
      counts.failed += module.errors().length
      for (const suite of module.children.allSuites()) counts.failed += suite.errors().length
    }
    if (unhandled.length) projects['outside of tests'] = { passed: 0, failed: unhandled.length, skipped: 0 }
    writeFileSync(process.env['TOCSIN_TEST_COUNTS']!, JSON.stringify(projects))
  }
}
