import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepKeyFile, readKeyFile } from './key-file.ts'

const program = fileURLToPath(new URL('../../testing/src/sealing/key-file.process.ts', import.meta.url))

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sealing-'))
  file = join(folder, 'data', 'secrets.key')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const inAnotherProcess = (...more: string[]): Promise<{ id: string; generated: boolean } | { signal: string }> =>
  new Promise((resolve, reject) => {
    execFile(process.execPath, [program, file, ...more], (error, out, err) => {
      if (error?.signal) resolve({ signal: error.signal })
      else if (error) reject(new Error(err, { cause: error }))
      else resolve(JSON.parse(out))
    })
  })

test('the first start makes a key for its owner alone, and later ones find it', () => {
  const first = keepKeyFile(file, { randomBytes })
  expect(first.generated).toBe(true)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700)
  expect(keepKeyFile(file, { randomBytes })).toEqual({ keys: first.keys, generated: false })
  expect(readdirSync(join(folder, 'data'))).toEqual(['secrets.key'])
})

test('a new key above the old one seals from then on', () => {
  const { keys } = keepKeyFile(file, { randomBytes })
  writeFileSync(file, `new:${randomBytes(32).toString('base64')}\n${readFileSync(file, 'utf8')}`)
  expect(readKeyFile(file)?.map(({ id }) => id)).toEqual(['new', keys[0].id])
})

test('processes that start at once all end with the same key', async () => {
  const found = await Promise.all(Array.from({ length: 4 }, () => inAnotherProcess()))
  const { keys } = keepKeyFile(file, { randomBytes })
  expect(found.map((one) => 'id' in one && one.id)).toEqual(Array(4).fill(keys[0].id))
  expect(found.filter((one) => 'generated' in one && one.generated)).toHaveLength(1)
  expect(readdirSync(join(folder, 'data'))).toEqual(['secrets.key'])
})

test.each(['draft written', 'linked'])('a process killed at "%s" leaves a whole file or none', async (step) => {
  expect(await inAnotherProcess(step)).toEqual({ signal: 'SIGKILL' })
  const left = readKeyFile(file)
  expect(left !== undefined).toBe(step === 'linked')
  const { keys, generated } = keepKeyFile(file, { randomBytes })
  expect(generated).toBe(step !== 'linked')
  if (left) expect(keys).toEqual(left)
  expect(await inAnotherProcess()).toEqual({ id: keys[0].id, generated: false })
})

test.runIf(process.platform !== 'win32')('a file that others may read is refused, with what to do', () => {
  keepKeyFile(file, { randomBytes })
  for (const mode of [0o640, 0o604, 0o644]) {
    chmodSync(file, mode)
    expect(() => keepKeyFile(file, { randomBytes })).toThrow(`chmod 600 ${file}`)
  }
})

test.each(['', 'k:short', '# nothing but a remark\n', '\0'])(
  'a damaged file %j is refused and left as it is',
  (text) => {
    keepKeyFile(file, { randomBytes })
    writeFileSync(file, text)
    expect(() => keepKeyFile(file, { randomBytes })).toThrow('Restore it from a backup')
    expect(readFileSync(file, 'utf8')).toBe(text)
  },
)
