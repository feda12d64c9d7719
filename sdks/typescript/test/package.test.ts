/** The package as it would be published, installed in a fresh project and used there by each runtime. */
import { once } from 'node:events'
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
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { runService } from '@service/compute-testing/running-service.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { findChromium, openBrowser } from '@service/foundation-testing/pages/browser.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../../tools/repository.ts'
import { attemptsOf, startFaultServer } from '../../conformance/start-fault-server.ts'
import vectorFile from '../../conformance/vectors.json' with { type: 'json' }
import { run } from '../../run.ts'
import { deployed, environmentOf, readmePrograms, useServiceForReadme } from '../../testing/readme.ts'

const checks = join(root, 'sdks/checks/node_modules')
const tool = (path: string): string => join(checks, path)
const missing = existsSync(checks) ? undefined : 'sdks/checks/install has not been run'
const titled = (title: string): string => (missing ? `${title} (not run: ${missing})` : title)

const chromium = findChromium()

let folder: string
let project: string
let archive: string
let server: Awaited<ReturnType<typeof startFaultServer>>

const npm = (cwd: string, ...words: string[]) =>
  run(cwd, 'npm', [...words, '--offline', '--no-audit', '--no-fund', '--loglevel=error'])

const [first, ...others] = readmePrograms(join(root, 'sdks/typescript'), 'ts')

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

/** What that prints. */
const expected = [21, 72, true, ['größe 雪 1', '🌍 2']]

const typed = `
import { Compute, type CarbonIntensity, type Deployment } from '@service/client'
const compute = new Compute({ apiKey: 'svc_x', baseUrl: 'http://127.0.0.1:1' })
export const intensity: Promise<CarbonIntensity> = compute.carbon.get('SE')
export const deployment: Promise<Deployment> = compute.deploy({ gpuType: 'H100', image: 'sim/ok' })
// @ts-expect-error: an image is needed
void compute.deploy({ gpuType: 'H100' })
`

describe.skipIf(missing && !process.env.CI)(titled('the published package'), () => {
  const environment = useServiceForReadme()

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
    await run(source, process.execPath, [tool('typescript/bin/tsc'), '--project', 'tsconfig.build.json'])
    archive = join(source, (await npm(source, 'pack', '--ignore-scripts')).trim().split('\n').at(-1)!)

    project = join(folder, 'project')
    mkdirSync(project)
    writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'fresh', type: 'module', private: true }))
    writeFileSync(join(project, 'main.mjs'), program)
    writeFileSync(join(project, 'typed.ts'), typed)
    writeFileSync(join(project, 'readme.mjs'), first)
    writeFileSync(join(project, 'readme.ts'), [first, ...others].join('\n'))
    await npm(project, 'install', archive)
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
    expect(bytes).toBeLessThan(110_000)
    expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@service'])
  })

  test('pleases publint and arethetypeswrong', async () => {
    await run(project, process.execPath, [
      tool('publint/src/cli.js'),
      'node_modules/@service/client',
      '--strict',
      '--pack=false',
    ])
    const attw = tool('@arethetypeswrong/cli/dist/index.js')
    await run(folder, process.execPath, [attw, archive, '--profile', 'esm-only', '--no-color'])
  })

  test('has types that compile strictly, and a README whose programs do', async () => {
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
      'readme.ts',
    ]
    await run(project, process.execPath, [tool('typescript/bin/tsc'), ...words])
  })

  test.each([
    ['node', process.execPath, []],
    ['system-node', 'node', []], // the oldest that is supported, in continuous integration
    ['deno', tool('@deno/linux-x64-glibc/deno'), ['run', '--no-lock', '--allow-env', '--allow-net']],
    ['bun', tool('@oven/bun-linux-x64/bin/bun'), ['run']],
  ])('runs on %s, as does the first program of its README', async (runtime, path, words) => {
    const env = { ADDRESS: `${server.address}/${runtime}/`, SERVICE_API_KEY: vectorFile.api_key }
    expect(JSON.parse(await run(project, path, [...words, 'main.mjs'], env))).toEqual([
      21,
      72,
      true,
      ['größe 雪 1', '🌍 2'],
    ])
    const [attempt] = await attemptsOf(server.address, runtime, 'carbon')
    expect(attempt!.headers).toMatchObject({ authorization: `Bearer ${vectorFile.api_key}` })
    expect(await run(project, path, [...words, 'readme.mjs'], await environment())).toMatch(deployed)
  })

  test.each([
    ['deno', tool('@deno/linux-x64-glibc/deno'), ['run', '--no-lock', '--no-check', '--allow-all']],
    ['bun', tool('@oven/bun-linux-x64/bin/bun'), ['run']],
  ])('passes every vector on %s', async (runtime, path, words) => {
    const player = join(root, 'sdks/typescript/test/play-all.ts')
    const module = join(project, 'node_modules/@service/client/dist/index.js')
    const out = await run(project, path, [...words, player, server.address, `all-${runtime}`, module])
    expect(out).toBe(`${vectorFile.vectors.length} passed\n`)
  })

  describe.skipIf(!chromium)(`in a browser${chromium ? '' : ' (not run: there is no Chromium)'}`, () => {
    const browser = beforeTests(
      () => openBrowser(chromium!),
      (opened) => opened.close(),
    )
    const dist = () => join(project, 'node_modules/@service/client/dist')

    const page = (module: string, env: Record<string, string>) =>
      `<script type="importmap">{"imports": {"@service/client": "/page/index.js"}}</script>
        <script>globalThis.process = { env: ${JSON.stringify(env)} }</script><script type="module">${module}</script>`

    /** What the page at the address prints. */
    async function printed(opened: Page, address: string): Promise<string> {
      const isSaid = (message: { type(): string }) => message.type() === 'log'
      const [said] = await Promise.all([opened.waitForEvent('console', isSaid), opened.goto(address)])
      return said.text()
    }

    test('it runs in a page of the service’s own origin', async () => {
      const env = { ADDRESS: `${server.address}/browser/`, SERVICE_API_KEY: vectorFile.api_key }
      const opened = await browser.newPage()
      await opened.route(`${server.address}/page/*`, (route) => {
        const name = basename(new URL(route.request().url()).pathname)
        return route.fulfill(
          name.endsWith('.js') ? { path: join(dist(), name) } : { contentType: 'text/html', body: page(program, env) },
        )
      })
      expect(JSON.parse(await printed(opened, `${server.address}/page/start`))).toEqual(expected)
      const [attempt] = await attemptsOf(server.address, 'browser', 'carbon')
      expect(attempt!.headers['user-agent']).toContain('Chrome')
    })

    test('the README’s first program runs in a page of another origin that the operator allows, and of no other', async () => {
      const pages: Record<string, () => string> = {}
      const host = createServer(({ url }, response) => {
        const name = basename(url!)
        const isModule = name.endsWith('.js')
        response.setHeader('Content-Type', isModule ? 'text/javascript' : 'text/html')
        response.end(isModule ? readFileSync(join(dist(), name)) : pages[name]?.())
      }).listen(0, '127.0.0.1')
      await once(host, 'listening')
      const { port } = host.address() as AddressInfo
      const settings = { COMPUTE_CORS_ORIGINS: `http://127.0.0.1:${port}` }
      const service = await runService(fastestEngine, { settings })
      try {
        const env = await environmentOf(service)
        const refused = "new Compute({ maxRetries: 0 }).carbon.get('SE').catch(({ name }) => console.log(name))"
        pages.readme = () => page(first, env)
        pages.refused = () => page(`import { Compute } from '@service/client'; await ${refused}`, env)
        const opened = await browser.newPage()
        expect(`${await printed(opened, `http://127.0.0.1:${port}/page/readme`)}\n`).toMatch(deployed)
        expect(await printed(opened, `http://localhost:${port}/page/refused`)).toBe('APIConnectionError')
      } finally {
        host.closeAllConnections()
        host.close()
        await service.stop()
      }
    })
  })

  test('needs nothing but what browsers have', () => {
    const dist = join(project, 'node_modules/@service/client/dist')
    for (const name of readdirSync(dist).filter((file) => file.endsWith('.js'))) {
      const text = readFileSync(join(dist, name), 'utf8')
      expect(text).not.toMatch(/from '(?!\.\/)|require\(|\bBuffer\b|node:/)
    }
  })
})
