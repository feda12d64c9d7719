/** `npm run check`: everything that can be checked without running the tests. */
import { runSteps } from './run-steps.ts'
import { steps } from './steps.ts'

const failed = await runSteps(steps, console.log)
process.exitCode = failed.length > 0 ? 1 : 0
