import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FolderInUse, lockFolder } from './folder-lock.ts'

let parent: string
let folder: string
const children: ChildProcess[] = []
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'lock-'))
  folder = join(parent, 'data') // which is not there yet
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(parent, { recursive: true })
})

/** A process that takes the lock, says `locked` or why not, and stays. */
async function starter(): Promise<{ child: ChildProcess; said: string }> {
  const program = `
    import { lockFolder } from ${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)}
    try { lockFolder(${JSON.stringify(folder)}); console.log('locked') } catch (error) { console.log(error.message) }
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [said] = await once(child.stdout, 'data')
  return { child, said: String(said).trim() }
}

test('a folder is made, locked, and free again after release', () => {
  lockFolder(folder).release()
  lockFolder(folder).release()
})

test('the same process cannot take a folder twice', () => {
  const lock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(FolderInUse)
  lock.release()
})

test('a lock holds although its owner has dropped the handle', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc')
  lockFolder(folder)
  await new Promise(setImmediate) // what the stack still holds is not garbage
  collectGarbage()
  expect(() => lockFolder(folder)).toThrow(FolderInUse)
})

test('a refusal names the folder, the owner and what to do', async () => {
  const { child } = await starter()
  const owner = JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8'))
  expect(owner.pid).toBe(child.pid)
  expect(() => lockFolder(folder)).toThrow(
    `The data folder ${folder} is in use by process ${child.pid} on ${owner.host} (since ${owner.since}). Only one ` +
      `process at a time can open an embedded database: stop that one first, or use a PostgreSQL server`,
  )
})

test('a killed owner leaves the folder free', async () => {
  const { child, said } = await starter()
  expect(said).toBe('locked')
  child.kill('SIGKILL')
  await once(child, 'exit')
  lockFolder(folder).release()
})

test('of several that start at once, one gets the folder', async () => {
  const starters = await Promise.all(Array.from({ length: 5 }, starter))
  expect(starters.filter(({ said }) => said === 'locked')).toHaveLength(1)
  expect(starters.filter(({ said }) => said.includes('is in use by'))).toHaveLength(4)
})
