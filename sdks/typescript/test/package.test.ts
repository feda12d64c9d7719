/** The package as it would be published, installed in a fresh project and used there by each runtime. */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { findChromium, openBrowser } from '@service/foundation-testing/pages/browser.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../../tools/repository.ts'
import { attemptsOf, startFaultServer } from '../../conformance/start-fault-server.ts'
import vectorFile from '../../conformance/vectors.json' with { type: 'json' }

const checks = join(root, 'sdks/checks/node_modules')
const tool = (path: string): string => join(checks, path)
const missing = existsSync(checks) ? undefined : 'sdks/checks/install has not been run'
const titled = (title: string): string => (missing ? `${title} (not run: ${missing})` : title)

const chromium = findChromium()

let folder: string
let project: string
let archive: string
let server: Awaited<ReturnType<typeof startFaultServer>>

/** Runs to the end; a failure shows what was said. */
function run(cwd: string, program: string, words: string[], env: Record<string, string> = {}): string {
  const settings = { cwd, encoding: 'utf8', env: { ...process.env, ...env } } as const
  const { status, stdout, stderr, error } = spawnSync(program, words, settings)
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}\n${error?.message ?? ''}${stdout}${stderr}`)
  return stdout
}

const npm = (cwd: string, ...words: string[]) =>
  run(cwd, 'npm', [...words, '--offline', '--no-audit', '--no-fund', '--loglevel=error'])

/** What a person would write first: all that it says on a carbon intensity, and what an error is. */
const program = `
import { Compute, NotFoundError } from '@service/client'
const base = process.env.ADDRESS
const compute = new Compute({ baseUrl: base + 'carbon' })
const { carbonIntensityGco2Kwh, renewablePercentage } = await compute.carbon.get('SE')
const missing = await new Compute({ baseUrl: base + 'refused-not-found' }).deployments.get('dep_1').catch((error) => error)
const lines = []
for await (const { text } of new Compute({ baseUrl: base + 'logs-in-pieces' }).deployments.logs('dep_1')) lines.push(text)
console.log(JSON.stringify([carbonIntensityGco2Kwh, renewablePercentage, missing instanceof NotFoundError, lines]))
`

const typed = `
import { Compute, type CarbonIntensity, type Deployment } from '@service/client'
const compute = new Compute({ apiKey: 'svc_x', baseUrl: 'http://127.0.0.1:1' })
export const intensity: Promise<CarbonIntensity> = compute.carbon.get('SE')
export const deployment: Promise<Deployment> = compute.deploy({ gpuType: 'H100', image: 'sim/ok' })
// @ts-expect-error: an image is needed
void compute.deploy({ gpuType: 'H100' })
`

describe.skipIf(missing && !process.env.CI)(titled('the published package'), () => {
  beforeAll(async () => {
    server = await startFaultServer()
    folder = mkdtempSync(join(tmpdir(), 'client-'))
    const source = join(folder, 'source')
    mkdirSync(source)
    for (const name of readdirSync(join(root, 'sdks/typescript')).filter((name) => !['test', 'dist'].includes(name))) {
      cpSync(join(root, 'sdks/typescript', name), join(source, name), { recursive: true })
    }
    cpSync(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'))
    const local = readFileSync(join(source, 'tsconfig.json'), 'utf8').replace('../../tsconfig.json', '../tsconfig.json')
    writeFileSync(join(source, 'tsconfig.json'), local)
    run(source, process.execPath, [tool('typescript/bin/tsc'), '--project', 'tsconfig.build.json'])
    archive = join(source, npm(source, 'pack', '--ignore-scripts').trim().split('\n').at(-1)!)

    project = join(folder, 'project')
    mkdirSync(project)
    writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'fresh', type: 'module', private: true }))
    writeFileSync(join(project, 'main.mjs'), program)
    writeFileSync(join(project, 'typed.ts'), typed)
    npm(project, 'install', archive)
  })
  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('is small and brings nothing with it', () => {
    const installed = readdirSync(join(project, 'node_modules/@service/client'), {
      recursive: true,
      withFileTypes: true,
    })
    const bytes = installed
      .filter((entry) => entry.isFile())
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
    expect(bytes).toBeLessThan(100_000)
    expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@service'])
  })

  test('pleases publint and arethetypeswrong', () => {
    run(project, process.execPath, [
      tool('publint/src/cli.js'),
      'node_modules/@service/client',
      '--strict',
      '--pack=false',
    ])
    const attw = tool('@arethetypeswrong/cli/dist/index.js')
    run(folder, process.execPath, [attw, archive, '--profile', 'esm-only', '--no-color'])
  })

  test('has types that compile strictly', () => {
    const words = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2023,dom',
      'typed.ts',
    ]
    run(project, process.execPath, [tool('typescript/bin/tsc'), ...words])
  })

  test.each([
    ['node', process.execPath, []],
    ['system-node', 'node', []], // the oldest that is supported, in continuous integration
    ['deno', tool('@deno/linux-x64-glibc/deno'), ['run', '--no-lock', '--allow-env', '--allow-net']],
    ['bun', tool('@oven/bun-linux-x64/bin/bun'), ['run']],
  ])('runs on %s', async (runtime, path, words) => {
    const env = { ADDRESS: `${server.address}/${runtime}/`, SERVICE_API_KEY: vectorFile.api_key }
    expect(JSON.parse(run(project, path, [...words, 'main.mjs'], env))).toEqual([21, 72, true, ['größe 雪 1', '🌍 2']])
    const [attempt] = await attemptsOf(server.address, runtime, 'carbon')
    expect(attempt!.headers).toMatchObject({ authorization: `Bearer ${vectorFile.api_key}` })
  })

  test.each([
    ['deno', tool('@deno/linux-x64-glibc/deno'), ['run', '--no-lock', '--no-check', '--allow-all']],
    ['bun', tool('@oven/bun-linux-x64/bin/bun'), ['run']],
  ])('passes every vector on %s', (runtime, path, words) => {
    const player = join(root, 'sdks/typescript/test/play-all.ts')
    const module = join(project, 'node_modules/@service/client/dist/index.js')
    const out = run(project, path, [...words, player, server.address, `all-${runtime}`, module])
    expect(out).toBe(`${vectorFile.vectors.length} passed\n`)
  })

  test.skipIf(!chromium)(`runs in a browser${chromium ? '' : ' (not run: there is no Chromium)'}`, async () => {
    const browser = await openBrowser(chromium!)
    try {
      const page = await browser.newPage()
      const dist = join(project, 'node_modules/@service/client/dist')
      const env = { ADDRESS: `${server.address}/browser/`, SERVICE_API_KEY: vectorFile.api_key }
      const html = `<script type="importmap">{"imports": {"@service/client": "/page/index.js"}}</script>
        <script>globalThis.process = { env: ${JSON.stringify(env)} }</script><script type="module">${program}</script>`
      // At the address of the service, for it allows no other.
      await page.route(`${server.address}/page/*`, (route) => {
        const name = basename(new URL(route.request().url()).pathname)
        return route.fulfill(
          name.endsWith('.js') ? { path: join(dist, name) } : { contentType: 'text/html', body: html },
        )
      })
      const [said] = await Promise.all([
        page.waitForEvent('console', (message) => message.type() === 'log'),
        page.goto(`${server.address}/page/start`),
      ])
      expect(JSON.parse(said.text())).toEqual([21, 72, true, ['größe 雪 1', '🌍 2']])
      const [attempt] = await attemptsOf(server.address, 'browser', 'carbon')
      expect(attempt!.headers['user-agent']).toContain('Chrome')
    } finally {
      await browser.close()
    }
  })

  test('needs nothing but what browsers have', () => {
    const dist = join(project, 'node_modules/@service/client/dist')
    for (const name of readdirSync(dist).filter((file) => file.endsWith('.js'))) {
      const text = readFileSync(join(dist, name), 'utf8')
      expect(text).not.toMatch(/from '(?!\.\/)|require\(|\bBuffer\b|node:/)
    }
  })
})
