/**
 * Sleeps in tests. A test waits for a condition (`expect.poll`, a promise) or moves a clock that it was given. Where the
 * passing of time is what it tests, a comment on the line of the sleep, or on the one above, says why.
 *
 * The header of a `for` or `while` in a testing package may sleep between two polls: that is how a condition is polled
 * outside of a test.
 */
import { isTest, type SourceFile } from './source-paths.ts'
import { withoutStrings } from './source-text.ts'

const sleep = /\b(?:sleep|setTimeout)\(/
const comment = /\/\/|\*\/\s*$/
const loop = /^\s*(?:for|while) \(/

/** One line for each sleep without a reason. */
export function bareSleeps(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => isTest(path))
    .flatMap(({ path, text }) => {
      const lines = withoutStrings(text).split('\n')
      return lines.flatMap((line, index) => {
        if (!sleep.test(line) || comment.test(line) || comment.test(lines[index - 1] ?? '')) return []
        if (loop.test(line) && !path.endsWith('.test.ts')) return []
        return [`${path}:${index + 1}: wait for a condition, or say in a comment why time has to pass`]
      })
    })
}
