/**
 * A reporter of vitest that names every test and hook which has run for half a minute, so that a hang shows long before
 * its time limit, which leaves room for a busy machine. A run that does not end is ended: a failed test may leave a
 * child process behind, which holds the output of the run open.
 */
import type { Reporter, TestCase } from 'vitest/node'

type Hook = Parameters<NonNullable<Reporter['onHookStart']>>[0]

const reportedAfterMs = 25_000
const checkedEveryMs = 2_500
/** Closing the databases of the run takes a few seconds. */
const endsWithinMs = 60_000

export default class StuckTests implements Reporter {
  readonly #running = new Map<unknown, { name: string; sinceMs: number }>()
  #timer: NodeJS.Timeout | undefined

  onTestRunStart(): void {
    this.#timer = setInterval(() => this.#report(), checkedEveryMs)
    this.#timer.unref()
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer)
    setTimeout(() => {
      console.log('The tests have ended, but something that they started has not: a child process, most likely.')
      process.exit(1)
    }, endsWithinMs).unref()
  }

  onTestCaseReady(test: TestCase): void {
    this.#began(test.id, `${test.module.relativeModuleId}: ${test.fullName}`)
  }

  onTestCaseResult(test: TestCase): void {
    this.#running.delete(test.id)
  }

  onHookStart({ name, entity }: Hook): void {
    const where =
      entity.type === 'module' ? entity.relativeModuleId : `${entity.module.relativeModuleId}: ${entity.fullName}`
    this.#began(`${name} ${entity.id}`, `${where} (${name})`)
  }

  onHookEnd({ name, entity }: Hook): void {
    this.#running.delete(`${name} ${entity.id}`)
  }

  #began(id: string, name: string): void {
    this.#running.set(id, { name, sinceMs: performance.now() })
  }

  #report(): void {
    const now = performance.now()
    for (const [id, { name, sinceMs }] of this.#running) {
      if (now - sinceMs < reportedAfterMs) continue
      console.log(`still running after ${Math.round((now - sinceMs) / 1000)} s: ${name}`)
      this.#running.delete(id)
    }
  }
}
