/** Logs that the clients follow while the real service is restarted. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { newClient, newTestEnvironment, runService } from '@service/compute-testing/running-service.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { expect, test } from 'vitest'
import * as go from './go-tools.ts'
import * as python from './python/python-tools.ts'
import * as rust from './rust/rust-tools.ts'
import { Compute } from './typescript/src/index.ts'

type Program = { name: string; missing: string | undefined; cwd: string; start(id: string): [string, string[]] }

/** Each prints the lines of a deployment until it ends. */
const programs: Program[] = [
  ...['sync', 'async'].map((kind) => ({
    name: `Python (${kind})`,
    missing: python.missing,
    cwd: python.folder,
    start: (id: string): [string, string[]] => [python.python, ['tests/follow_logs.py', kind, id]],
  })),
  {
    name: 'Go',
    missing: go.missing,
    cwd: go.folder,
    start: () => [go.go, ['test', '-count=1', '-v', '-run', '^TestFollowOverRestart$', './compute']],
  },
  {
    name: 'Rust',
    missing: rust.missing,
    cwd: rust.folder,
    start: (id) => [join(rust.targetFolder(), 'debug/examples/follow'), [id]],
  },
]
const known = programs.filter(({ name, missing }) => !missing || (process.env.CI && name !== 'Rust'))

const engine = databaseEngines.at(-1)!
const title = 'a restart of the service breaks no stream: each client goes on after the last line that it read'

test(title, { timeout: 600_000 }, async () => {
  if (known.some(({ name }) => name === 'Rust')) await rust.cargo(rust.folder, ['build', '--locked', '--examples'])
  const environment = await newTestEnvironment(engine)
  const before = await runService(engine, { environment })
  const { secret } = await newClient(before)
  const compute = new Compute({ apiKey: secret, baseUrl: before.baseUrl, maxRetries: 12 })
  const { deploymentId } = await compute.deployAndWait({ gpuType: 'H100', image: 'sim/ok' })

  const read = new Map<string, string[]>()
  for (const name of ['TypeScript', ...known.map((program) => program.name)]) read.set(name, [])
  const following = [
    (async () => {
      for await (const { text } of compute.deployments.logs(deploymentId, { follow: true })) {
        read.get('TypeScript')!.push(text)
      }
    })(),
    ...known.map(({ name, cwd, start }) => {
      const settings = {
        ...go.quiet,
        PYTHONPATH: join(python.folder, 'src'),
        PYTHONDONTWRITEBYTECODE: '1',
        SERVICE_API_KEY: secret,
        SERVICE_BASE_URL: before.baseUrl,
        FOLLOWED_DEPLOYMENT: deploymentId,
      }
      const [program, words] = start(deploymentId)
      return readLines(spawnIn(cwd, program, words, settings), read.get(name)!)
    }),
  ]
  const all = (lines: string[]) => [...read.keys()].map((name) => [name, lines])
  const patiently = { timeout: 60_000 }
  const started = 'simulated: sim/ok started on 1 GPU'
  await expect.poll(() => [...read], patiently).toEqual(all([started]))

  await before.stop()
  // A minute later, so that there is something to read.
  const now = () => new Date(Date.now() + 60_000)
  const after = await runService(engine, { environment, settings: { COMPUTE_PORT: new URL(before.baseUrl).port }, now })
  try {
    const later = 'simulated: up for 1 minute'
    await expect.poll(() => [...read], patiently).toEqual(all([started, later]))
    await compute.deployments.stop(deploymentId)
    await Promise.all(following)
    expect([...read]).toEqual(all([started, later]))
  } finally {
    await after.stop()
    await environment.remove()
  }
})

const spawnIn = (cwd: string, program: string, words: string[], env: Record<string, string>) =>
  spawn(program, words, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })

/** What is printed of the logs, until the program ends; fails if it does. */
async function readLines(child: ReturnType<typeof spawnIn>, lines: string[]): Promise<void> {
  const closed = once(child, 'close')
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('simulated:')) lines.push(line)
  }
  const [code] = await closed
  if (code !== 0) throw new Error(`${child.spawnfile} ended with ${code}`)
}
