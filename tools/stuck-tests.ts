/**
 * A reporter of vitest that names every test and hook which has run for half a minute, so that a hang shows long before
 * its time limit, which leaves room for a busy machine.
 */
import type { Reporter, TestCase } from 'vitest/node'

type Hook = Parameters<NonNullable<Reporter['onHookStart']>>[0]

const reportedAfterMs = 25_000
const checkedEveryMs = 2_500

export default class StuckTests implements Reporter {
  readonly #running = new Map<unknown, { name: string; sinceMs: number }>()
  #timer: NodeJS.Timeout | undefined

  onTestRunStart(): void {
    this.#timer = setInterval(() => this.#report(), checkedEveryMs)
    this.#timer.unref()
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer)
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
