/** The program as it is started: its output, its signals, its exit codes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { quietSettings } from '@service/compute-testing/running-service.ts'
import {
  expectEndOnSignal,
  expectEndWithParent,
  testProductionStart,
} from '@service/foundation-testing/production-start.ts'
import { pageHeaders } from '@service/foundation-testing/signed-in.ts'
import { killStarted, startProgram } from '@service/foundation-testing/started-program.ts'
import { temporaryFolder } from '@service/foundation-testing/test-environment.ts'
import { afterEach, expect, test } from 'vitest'

const folder = temporaryFolder('compute main ü-')
afterEach(killStarted)

const program = (name: string) => fileURLToPath(new URL(`../src/${name}`, import.meta.url))
const start = (mode: string, settings: Record<string, string> = {}) =>
  startProgram(program('main.ts'), [mode], { ...process.env, ...quietSettings(folder), ...settings })

test('the demo prints a command that deploys, and what runs survives the next start', async () => {
  const first = start('demo')
  const [, url] = await first.says(/running at (http:\S+)/)
  const [banner] = await first.says(/Sign in[\s\S]*Ctrl-C/)
  const commands = banner.slice(banner.indexOf('Try:'))
  await first.says(/hubs are SIMULATED/)
  const [, key] = /Bearer (svc_\w+)/.exec(commands)!
  const [, body] = /-d '([^']+)'/.exec(commands)!
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const response = await fetch(`${url}/v1/compute/deploy`, { method: 'POST', headers, body: body! })
  const deployed = (await response.json()) as { deployment_id: string; status: string; simulated: boolean }
  expect(deployed).toMatchObject({ status: 'running', simulated: true })
  for (const [, path] of commands.matchAll(/"http:[^"]*?(\/v1\/[^"]*)"/g)) {
    expect((await fetch(`${url}${path}`, { headers })).status, path).toBe(200)
  }
  const [, path, token] = /Sign in \(works once, for ten minutes\): http:\/\/[^/]+(\/\S+)#(\S+)/.exec(banner)!
  expect([path, (await fetch(`${url}${path}`)).status]).toEqual(['/dashboard/enter', 200])
  const entered = await fetch(`${url}/auth/enter`, {
    method: 'POST',
    headers: { ...pageHeaders, 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  expect(await entered.json()).toMatchObject({ role: 'owner', company: { time_zone: 'UTC' } })
  await expectEndOnSignal(first)

  const second = start('demo')
  const [, newUrl] = await second.says(/running at (http:\S+)/)
  const [, newKey] = await second.says(/next start: (svc_\w+)/)
  expect(newKey).not.toBe(key)
  const again = await fetch(`${newUrl}/v1/compute/deployments/${deployed.deployment_id}`, {
    headers: { Authorization: `Bearer ${newKey}` },
  })
  expect(await again.json()).toMatchObject({ status: 'running' })
  await expectEndWithParent(second)

  const refused = await start('serve').exited
  expect(refused.code).toBe(1)
  expect(refused.output).toContain(`The data folder ${folder} was made by the demo`)
})

const served = { COMPUTE_LOG_LEVEL: 'info', COMPUTE_DATA_DIR: temporaryFolder('compute served-') }
testProductionStart(() => start('serve', served))

test('faults of settings, hubs and ports are reported without a stack', async () => {
  const settings = await start('serve', { COMPUTE_ENGINE: 'vmware', COMPUTE_GATEWAY_PROT: '1' }).exited
  expect(settings.output).toContain('COMPUTE_ENGINE must be one of auto, docker, simulated')
  expect(settings.output).toContain('COMPUTE_GATEWAY_PROT is no setting; did you mean COMPUTE_GATEWAY_PORT?')
  const hubs = await start('serve', { COMPUTE_HUBS_FILE: '/nowhere/hubs.json', COMPUTE_PORT: 'four' }).exited
  expect(hubs.output).toContain('The file of hubs, /nowhere/hubs.json, cannot be used')
  expect(hubs.output).toContain('COMPUTE_PORT must be an integer')
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const gateway = await start('serve', { COMPUTE_GATEWAY_PORT: String(port), COMPUTE_METRICS_PORT: String(port) })
    .exited
  other.close()
  expect(gateway.output).toContain(`The port ${port} on 127.0.0.1 is taken`)
  for (const setting of ['COMPUTE_GATEWAY_PORT', 'COMPUTE_METRICS_PORT']) expect(gateway.output).toContain(setting)
  for (const { code, output } of [settings, hubs, gateway]) {
    expect(code).toBe(1)
    expect(output).not.toContain('    at ')
  }
})

test('GPU-hours are set while the service runs', async () => {
  const { says } = start('serve', served)
  await says(/"msg":"serving"/)
  const admin = async (...words: string[]) => {
    const env = { ...process.env, ...quietSettings(folder), ...served }
    const child = spawn(process.execPath, [program('admin.ts'), ...words], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    return text(child.stdout)
  }
  await admin('company', 'create', 'acme', '--name', 'Acme')
  expect(JSON.parse(await admin('hours', 'set', 'acme', '25.5', '--json'))).toMatchObject({
    gpuHours: 25.5,
    left: 25.5,
  })
  expect(await admin('hours', 'show', 'acme')).toContain('25.5')
})
