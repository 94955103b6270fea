import type { Reporter, TestCase } from 'vitest/node'
import { print } from './print.ts'

/** Prints each test that passed only when it was tried again: it is mended, not kept. */
export default class ListRetried implements Reporter {
  readonly #names: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId}: ${test.fullName}`)
  }

  onTestRunEnd(): void {
    for (const name of this.#names) print(`passed at the second try: ${name}`)
  }
}
