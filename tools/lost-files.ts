/**
 * A reporter of vitest that names every file whose worker was ended by a fault of the JavaScript engine, and writes their
 * paths, a line each, to the file that `LOST_FILES` names. Where anything else went wrong outside a test it names none.
 */
import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/** What the engine ends itself with. `SIGABRT` is not among them: it ends so for want of memory, which is a fault of ours. */
const faults = ['SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGBUS']
const said = /^Worker exited unexpectedly with signal (SIG\w+) .*while running test file (.+)$/

export default class LostFiles implements Reporter {
  onTestRunEnd(_modules: unknown, errors: readonly { cause?: unknown }[]): void {
    const files = errors.map(({ cause }) => {
      const [, signal = '', file] = said.exec((cause as Error | undefined)?.message ?? '') ?? []
      return faults.includes(signal) ? file : undefined
    })
    if (files.some((file) => file === undefined)) return
    for (const file of files) console.log(`its worker was ended by a fault of the JavaScript engine: ${file}`)
    if (process.env.LOST_FILES) writeFileSync(process.env.LOST_FILES, files.join('\n'))
  }
}
