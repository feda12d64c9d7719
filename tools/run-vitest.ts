/**
 * Runs vitest once and, in CI, the files again that a fault of the JavaScript engine took: such a fault says nothing of
 * a change. A file that is lost twice fails.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readIfThere, root } from './repository.ts'
import { countTests, type TestCounts } from './test-counts.ts'

const reporters = ['stuck-tests', 'second-attempts', 'lost-files']

export function runVitest(words: readonly string[], cwd: string, env: NodeJS.ProcessEnv): TestCounts {
  const first = runOnce(words, cwd, env)
  if (env.CI !== 'true' || first.lost.length === 0) return countTests(first.report, first.status)
  const options = words.filter((word) => word.startsWith('-'))
  const again = runOnce([...options, ...first.lost], cwd, env)
  const [known, found] = [countTests(first.report, 0), countTests(again.report, again.status)]
  return {
    passed: known.passed + found.passed,
    failed: known.failed + found.failed,
    skipped: known.skipped + found.skipped,
  }
}

function runOnce(words: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
  const folder = mkdtempSync(join(tmpdir(), 'test-report-'))
  try {
    const [reportPath, lostPath] = [join(folder, 'report.json'), join(folder, 'lost')]
    const { status } = spawnSync(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--reporter=default',
        ...reporters.map((name) => `--reporter=${join(root, 'tools', `${name}.ts`)}`),
        '--reporter=json',
        `--outputFile.json=${reportPath}`,
        ...words,
      ],
      { cwd, stdio: 'inherit', env: { ...env, LOST_FILES: lostPath } },
    )
    const lost = (readIfThere(lostPath) ?? '').split('\n').filter(Boolean)
    return { report: readIfThere(reportPath), status: status ?? 1, lost }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
