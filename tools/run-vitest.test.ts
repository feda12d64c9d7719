import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './repository.ts'
import { runVitest } from './run-vitest.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(root, 'node_modules/.lost-files-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const sound = `import { test } from 'vitest'
  test('is sound', () => {})`
/** A file that is ended by a signal until it has run so often. */
const dies = (signal: string, times: number) => `import { appendFileSync, readFileSync } from 'node:fs'
  import { test } from 'vitest'
  test('dies at first', async () => {
    const path = import.meta.filename + '.runs'
    appendFileSync(path, '.')
    if (readFileSync(path).length > ${times}) return
    process.kill(process.pid, '${signal}')
    await new Promise(() => {})
  })`

test.each([
  ['once', 'SIGTRAP', 1, true, { passed: 2, failed: 0, skipped: 0 }],
  ['twice', 'SIGTRAP', 2, true, { passed: 1, failed: 1, skipped: 0 }],
  ['once, and this is no CI', 'SIGTRAP', 1, false, { passed: 1, failed: 1, skipped: 0 }],
  ['once, for want of memory', 'SIGABRT', 1, true, { passed: 1, failed: 1, skipped: 0 }],
])('a file that the engine ends %s', (name, signal, times, isCi, counts) => {
  const own = join(folder, name.replaceAll(/\W/g, '-'))
  mkdirSync(own)
  writeFileSync(join(own, 'sound.test.ts'), sound)
  writeFileSync(join(own, 'dies.test.ts'), dies(signal, times))
  writeFileSync(join(own, 'vitest.config.ts'), "export default { test: { include: ['*.test.ts'], pool: 'forks' } }")
  expect(runVitest([], own, { ...process.env, CI: String(isCi) })).toEqual(counts)
})
