/** The entry of the npm scripts with both services behind it: they begin together, and each ends alone. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quietSettings } from './quiet-settings.ts'
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

function run(words: readonly string[], settings: Record<string, string> = {}) {
  const env: NodeJS.ProcessEnv = { ...process.env, ...quietSettings(folder), ...settings }
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

/** The process of a service: it owns the folder of the embedded database. */
function processOf(service: string): number {
  return (JSON.parse(readFileSync(join(folder, service, 'owner.json'), 'utf8')) as { pid: number }).pid
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

test('one that ends is named and started again, and the other goes on', async () => {
  const { child, ended, urls, text } = run(['serve'])
  await expect.poll(() => urls().length, { timeout: 150_000 }).toBe(2)
  const url = (service: string) => [...text().matchAll(new RegExp(`"service":"${service}","url":"([^"]+)"`, 'g'))]
  const [, reputation] = url('reputation')[0]!
  process.kill(processOf('compute'), 'SIGKILL')
  await expect
    .poll(text)
    .toMatch(/"service":"compute","code":null,"signal":"SIGKILL","pauseMs":1000,"msg":"the service has ended/)
  expect(await responds(reputation!)).toBe(true)
  await expect.poll(() => url('compute').length, { timeout: 60_000 }).toBe(2)
  expect(await responds(url('compute')[1]![1]!)).toBe(true)
  expect(await responds(reputation!)).toBe(true)
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
})

test('a database that cannot be reached is named, with its setting, and the other service goes on', async () => {
  const { child, ended, urls, text } = run(['serve'], {
    COMPUTE_DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/compute',
  })
  await expect.poll(() => text().match(/"msg":"the service has ended/g)?.length, { timeout: 60_000 }).toBe(2)
  expect(text()).toMatch(/The database compute at 127.0.0.1:1, which COMPUTE_DATABASE_URL names, cannot be used/)
  expect(text()).toMatch(/"pauseMs":1000[\s\S]*"pauseMs":2000/)
  await expect.poll(() => urls().length, { timeout: 60_000 }).toBe(1)
  child.kill('SIGTERM')
  const { code, text: all } = await ended
  expect(code).toBe(0)
  expect(all).not.toContain('hunter2')
})

test('faults in the settings of both and all taken ports are one message, and nothing is started', async () => {
  const wrong = await run(['serve'], { COMPUTE_COUNTRY: 'Atlantis', REPUTATION_LOG_LEVEL: 'loud' }).ended
  expect(wrong.code).toBe(1)
  expect(wrong.text).toContain('COMPUTE_COUNTRY must be a country code')
  expect(wrong.text).toContain('REPUTATION_LOG_LEVEL must be one of')
  expect(wrong.text.match(/The configuration is not usable/g)).toHaveLength(1)

  const others = [1, 2, 3].map(() => createServer().listen(0, '127.0.0.1'))
  await Promise.all(others.map((other) => once(other, 'listening')))
  const [first, second, third] = others.map((other) => `${(other.address() as AddressInfo).port}`)
  const taken = await run(['serve'], {
    ...{ REPUTATION_PORT: first!, COMPUTE_PORT: second!, COMPUTE_GATEWAY_PORT: third! },
  }).ended
  for (const other of others) other.close()
  expect(taken.code).toBe(1)
  expect(taken.text.match(/The configuration is not usable/g)).toHaveLength(1)
  for (const port of [first, second, third]) expect(taken.text).toContain(`The port ${port} on 127.0.0.1 is taken`)
  expect(taken.text).not.toMatch(/\n\s+at /)
})

test('the banners of the demo come together, behind what is logged at the start', { timeout: 240_000 }, async () => {
  const { child, ended, text } = run(['start', '--demo-key'])
  await expect.poll(text, { timeout: 150_000 }).toMatch(/Ctrl-C stops it[\s\S]*Ctrl-C stops it/)
  const [, between] = /Reputation is running([\s\S]*)Compute is running/.exec(text())!
  expect(between).not.toMatch(/^\d\d:\d\d:\d\d /m)
  const keys = () => [...text().matchAll(/API key of this demo, kept in \S+demo-key: (svc_\w+)/g)].map(([, key]) => key)
  expect(keys()).toHaveLength(2)
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
})

test('one service alone is served by its name, and administered by it', async () => {
  const { child, ended, urls } = run(['serve', 'compute'], { COMPUTE_DATA_DIR: join(folder, 'served') }) // the demo has the other
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
