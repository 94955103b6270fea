import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { print } from './print.ts'

/**
 * Prints each test that passed only when it was tried again: it is mended, not kept. Writes the file that `UNHANDLED_ERRORS` names
 * when there was an error outside of all tests.
 */
export default class ListRetried implements Reporter {
  readonly #names: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId}: ${test.fullName}`)
  }

  onTestRunEnd(_: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const mark = process.env.UNHANDLED_ERRORS
    if (mark && unhandledErrors.length > 0) writeFileSync(mark, '')
    for (const name of this.#names) print(`passed at the second try: ${name}`)
  }
}
