import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './repository.ts'

test('a test that passes when it runs again is named, and one that fails twice fails', () => {
  const folder = mkdtempSync(join(root, 'node_modules/.second-attempts-'))
  try {
    writeFileSync(
      join(folder, 'sample.test.ts'),
      `import { expect, test } from 'vitest'
       let attempts = 0
       test('at first', () => {})
       test('at last', () => expect(++attempts).toBe(2))
       test('never', () => expect(1).toBe(2))`,
    )
    writeFileSync(join(folder, 'vitest.config.ts'), "export default { test: { include: ['*.test.ts'], retry: 1 } }")
    const { stdout, status } = spawnSync(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--reporter=default',
        `--reporter=${join(root, 'tools/second-attempts.ts')}`,
      ],
      { cwd: folder, encoding: 'utf8' },
    )
    expect(stdout.match(/passed at the second attempt only: .*/g)).toEqual([
      'passed at the second attempt only: sample.test.ts: at last',
    ])
    expect(status).toBe(1)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
