/** The entry of the npm scripts with both services behind it: they begin and end together. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './repository.ts'

let folder: string
const running = new Set<ChildProcess>()
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-'))
})
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Free ports, folders of their own, and no lists to download. */
const quiet = () => ({
  REPUTATION_PORT: '0',
  REPUTATION_METRICS_PORT: '0',
  REPUTATION_DATA_DIR: join(folder, 'reputation'),
  REPUTATION_OFAC_SOURCES: 'file:///nowhere/ofac.xml',
  REPUTATION_EU_SOURCES: 'file:///nowhere/eu.xml',
  REPUTATION_UN_SOURCES: 'file:///nowhere/un.xml',
  COMPUTE_PORT: '0',
  COMPUTE_GATEWAY_PORT: '0',
  COMPUTE_METRICS_PORT: '0',
  COMPUTE_DATA_DIR: join(folder, 'compute'),
  COMPUTE_ENGINE: 'simulated',
})

function run(words: readonly string[], settings: Record<string, string> = {}) {
  const env: NodeJS.ProcessEnv = { ...process.env, ...quiet(), ...settings }
  delete env.npm_lifecycle_event // it is this test that looks after what it started, not npm
  const child = spawn(process.execPath, [join(root, 'tools/run.mjs'), ...words], { env, stdio: 'pipe' })
  running.add(child)
  let text = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    return { code: code as number | null, text }
  })
  const urls = () => [...text.matchAll(/"url":"([^"]+)"[^\n]*"msg":"serving"/g)].map(([, url]) => url!)
  return { child, ended, urls, text: () => text }
}

const responds = (url: string) =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

test('both services serve, and a signal ends both', async () => {
  const { child, ended, urls } = run(['serve'])
  await expect.poll(() => urls().length, { timeout: 150_000 }).toBe(2)
  for (const url of urls()) expect(await responds(url)).toBe(true)
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
  for (const url of urls()) expect(await responds(url)).toBe(false)
})

test('a kill -9 of what started them leaves nothing running', async () => {
  const { child, urls } = run(['serve'])
  await expect.poll(() => urls().length, { timeout: 150_000 }).toBe(2)
  child.kill('SIGKILL')
  await expect.poll(() => Promise.all(urls().map(responds))).toEqual([false, false])
})

test('if one cannot start, the other ends too, and the exit code is not 0', async () => {
  const { code, text } = await run(['serve'], { COMPUTE_COUNTRY: 'Atlantis' }).ended
  expect(code).toBe(1)
  expect(text).toContain('COMPUTE_COUNTRY must be a country code')
})

test('one service alone is served by its name, and administered by it', async () => {
  const { child, ended, urls } = run(['serve', 'compute'])
  await expect.poll(() => urls().length, { timeout: 150_000 }).toBe(1)
  child.kill('SIGINT')
  expect((await ended).code).toBe(0)

  expect((await run(['admin', 'compute']).ended).text).toContain('npm run admin -- compute <command>')
  expect((await run(['admin', 'reputation']).ended).text).toContain('npm run admin -- reputation <command>')
  expect((await run(['admin', 'company', 'list', '--help']).ended).text).toContain('admin -- reputation company list')
  expect(await run(['serve', 'computer']).ended).toMatchObject({
    code: 2,
    text: expect.stringContaining('there are reputation and compute'),
  })
})
