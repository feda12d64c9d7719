/**
 * `npm test`: the check, then every test; arguments are handed to vitest (`npm test -- foundation/src/http`). With
 * `--quick`, tests run on one database engine and without those that `vitest.config.ts` calls slow. The last line counts
 * both, each step of the check as one test: `N passed, N failed, N skipped`.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readIfThere, root } from './repository.ts'
import { runSteps } from './run-steps.ts'
import { steps } from './steps.ts'
import { countTests } from './test-counts.ts'

const words = process.argv.slice(2)
const quick = words.includes('--quick')
const failedSteps = await runSteps(steps, console.log)

const folder = mkdtempSync(join(tmpdir(), 'test-report-'))
const reportPath = join(folder, 'report.json')
const vitest = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    `--reporter=${join(root, 'tools/stuck-tests.ts')}`,
    `--reporter=${join(root, 'tools/second-attempts.ts')}`,
    '--reporter=json',
    `--outputFile.json=${reportPath}`,
    ...words.filter((word) => word !== '--quick'),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ...(quick && { TEST_QUICK: 'true' }) } },
)
const tests = countTests(readIfThere(reportPath), vitest.status ?? 1)
rmSync(folder, { recursive: true })

const passed = steps.length - failedSteps.length + tests.passed
const failed = failedSteps.length + tests.failed
if (failedSteps.length > 0) console.log(`The check failed: ${failedSteps.join(', ')} (see the top).`)
console.log(`${passed} passed, ${failed} failed, ${tests.skipped} skipped`)
process.exitCode = failed > 0 ? 1 : 0
