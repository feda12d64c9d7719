import { expect, test } from 'vitest'
import { countTests } from './test-counts.ts'

const report = (numFailedTests: number, testResults: { status: string; assertionResults: unknown[] }[] = []) =>
  JSON.stringify({ numPassedTests: 5, numFailedTests, numPendingTests: 2, numTodoTests: 1, testResults })

test.each([
  ['a green run', report(0), 0, { passed: 5, failed: 0, skipped: 3 }],
  ['a failed test', report(1), 1, { passed: 5, failed: 1, skipped: 3 }],
  [
    'a file that could not be loaded',
    report(0, [{ status: 'failed', assertionResults: [] }]),
    1,
    { passed: 5, failed: 1, skipped: 3 },
  ],
  ['an error outside every test', report(0), 1, { passed: 5, failed: 1, skipped: 3 }],
  ['a run that died', undefined, 1, { passed: 0, failed: 1, skipped: 0 }],
])('%s', (_what, text, exitCode, counts) => {
  expect(countTests(text, exitCode)).toEqual(counts)
})
