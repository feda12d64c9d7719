/** The program as it is started: its output, its signals, its exit codes. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import {
  expectEndOnSignal,
  expectEndWithParent,
  testProductionStart,
} from '@service/foundation-testing/production-start.ts'
import { killStarted, startProgram } from '@service/foundation-testing/started-program.ts'
import { temporaryFolder } from '@service/foundation-testing/test-environment.ts'
import { quietSettings } from '@service/reputation-testing/running-service.ts'
import { afterEach, expect, test } from 'vitest'

const folder = temporaryFolder('reputation main ü-')
afterEach(killStarted)

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const start = (mode: string, settings: Record<string, string> = {}) =>
  startProgram(program, [mode], { ...process.env, ...quietSettings(folder), ...settings })

const status = async (url: string) => (await fetch(url)).status

// Two starts, of which the first makes the database and compiles the sample lists.
test('the demo prints an address, a key and commands that work, and the next start another key', {
  timeout: 240_000,
}, async () => {
  const first = start('demo')
  const [, url] = await first.says(/running at (http:\S+)/)
  await first.says(/Lists in use: OFAC \(/)
  const [, oldKey] = await first.says(/next start: (svc_\w+)/)
  const [commands] = await first.says(/Try:[\s\S]*Ctrl-C/)
  expect(commands.match(/curl /g)).toHaveLength(3)
  expect(commands).toContain('/api/v1/screen?name=Nikolas%20Maduro%20Moros')
  expect(await status(`${url}/readyz`)).toBe(200)
  const headers = { Authorization: `Bearer ${oldKey}` }
  const alerts = async () => (await fetch(`${url}/api/v1/alerts`, { headers })).json()
  await expect
    .poll(alerts, { timeout: 120_000, interval: 1_000 })
    .toMatchObject({ alerts: expect.arrayContaining([expect.objectContaining({ sample: true })]) })
  const reputation = await (await fetch(`${url}/api/v1/reputation`, { headers })).json()
  expect(reputation).toMatchObject({ company: { slug: 'demo' }, sample: true })
  await expectEndOnSignal(first)

  const second = start('demo')
  const [, newUrl] = await second.says(/running at (http:\S+)/)
  const [, newKey] = await second.says(/next start: (svc_\w+)/)
  expect(newKey).not.toBe(oldKey)
  expect(await status(`${newUrl}/readyz`)).toBe(200)
  await expectEndWithParent(second)

  // Where the demo has run, nobody is served.
  const refused = await start('serve').exited
  expect(refused.code).toBe(1)
  expect(refused.output).toContain(`The data folder ${folder} was made by the demo`)
  expect(refused.output).toContain('Name another folder in REPUTATION_DATA_DIR, or remove this one.')
  expect(refused.output).not.toMatch(/ {4}at |serving/)
})

const served = { REPUTATION_LOG_LEVEL: 'info', REPUTATION_DATA_DIR: temporaryFolder('reputation served-') }
testProductionStart(() => start('serve', served))

test('the production start says how the first company is made, while there is none', async () => {
  const { child, exited, says } = start('serve', served)
  await says(
    /there is no company and no key yet: begin with `npm run admin -- reputation company create`.*production\.md/,
  )
  child.kill('SIGTERM')
  await exited
})

test('one message names all wrong settings', async () => {
  const { exited } = start('serve', { REPUTATION_PORT: 'four', REPUTATION_LOG_LEVLE: 'info' })
  const { code, output } = await exited
  expect(code).toBe(1)
  expect(output).toContain('REPUTATION_PORT must be an integer from 0 to 65535')
  expect(output).toContain('REPUTATION_LOG_LEVLE is no setting; did you mean REPUTATION_LOG_LEVEL?')
  expect(output).not.toContain('    at ')
})

test('a port in use is reported, with what to do', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const { code, output } = await start('serve', { REPUTATION_PORT: String(port) }).exited
  other.close()
  expect(code).toBe(1)
  expect(output).toContain(`The port ${port} on 127.0.0.1 is taken`)
})
