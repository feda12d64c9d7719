/**
 * A reporter of vitest that names every test which failed at first and passed when it ran again, as CI lets each once:
 * one busy second of a machine refuses no change, and a test that is not reliable does not stay unseen.
 */
import type { Reporter, TestCase } from 'vitest/node'

export default class SecondAttempts implements Reporter {
  readonly #tests: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#tests.push(`${test.module.relativeModuleId}: ${test.fullName}`)
  }

  onTestRunEnd(): void {
    for (const test of this.#tests) console.log(`passed at the second attempt only: ${test}`)
  }
}
