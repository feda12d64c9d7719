/**
 * `npm test`: the check, then every test; arguments are handed to vitest (`npm test -- foundation/src/http`). The last
 * line counts both, each step of the check as one test: `N passed, N failed, N skipped`.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readIfThere, root } from './repository.ts'
import { runSteps } from './run-steps.ts'
import { steps } from './steps.ts'
import { countTests } from './test-counts.ts'

const failedSteps = await runSteps(steps, console.log)

const folder = mkdtempSync(join(tmpdir(), 'test-report-'))
const reportPath = join(folder, 'report.json')
const vitest = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportPath}`,
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit' },
)
const tests = countTests(readIfThere(reportPath), vitest.status ?? 1)
rmSync(folder, { recursive: true })

const passed = steps.length - failedSteps.length + tests.passed
const failed = failedSteps.length + tests.failed
if (failedSteps.length > 0) console.log(`The check failed: ${failedSteps.join(', ')} (see the top).`)
console.log(`${passed} passed, ${failed} failed, ${tests.skipped} skipped`)
process.exitCode = failed > 0 ? 1 : 0
