/**
 * `npm test`: the check, then every test; arguments are handed to vitest (`npm test -- foundation/src/http`). With
 * `--quick`, tests run on one database engine and without those that `vitest.config.ts` calls slow. The last line counts
 * both, each step of the check as one test: `N passed, N failed, N skipped`.
 */
import { root } from './repository.ts'
import { runSteps } from './run-steps.ts'
import { runVitest } from './run-vitest.ts'
import { steps } from './steps.ts'

const words = process.argv.slice(2)
const quick = words.includes('--quick')
const failedSteps = await runSteps(steps, console.log)
const tests = runVitest(
  words.filter((word) => word !== '--quick'),
  root,
  { ...process.env, ...(quick && { TEST_QUICK: 'true' }) },
)

const passed = steps.length - failedSteps.length + tests.passed
const failed = failedSteps.length + tests.failed
if (failedSteps.length > 0) console.log(`The check failed: ${failedSteps.join(', ')} (see the top).`)
console.log(`${passed} passed, ${failed} failed, ${tests.skipped} skipped`)
process.exitCode = failed > 0 ? 1 : 0
