/** The package as it would be published, installed in a fresh project, and the one file that needs no Node. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../tools/repository.ts'
import { buildDist, buildSingle } from '../build.ts'
import { requireIntegrity } from '../fetch-node.ts'
import { startHostileService } from '../testing/hostile-service.ts'
import { svc } from '../testing/svc.ts'

const checks = join(root, 'sdks/checks/node_modules')
const missing = existsSync(checks) ? undefined : 'sdks/checks/install has not been run'
const titled = (title: string): string => (missing ? `${title} (not run: ${missing})` : title)

let folder: string
let project: string
let service: Awaited<ReturnType<typeof startHostileService>>

function run(cwd: string, program: string, words: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}\n${error?.message ?? ''}${stdout}${stderr}`)
  return stdout
}

const npm = (cwd: string, ...words: string[]) =>
  run(cwd, 'npm', [...words, '--offline', '--no-audit', '--no-fund', '--loglevel=error'])

beforeAll(async () => {
  service = await startHostileService()
  folder = mkdtempSync(join(tmpdir(), 'svc-package-'))
  const source = join(folder, 'source')
  mkdirSync(source)
  for (const name of ['package.json', 'README.md', 'LICENSE']) cpSync(join(root, 'cli', name), join(source, name))
  await buildDist(join(source, 'dist'))
  const archive = join(source, npm(source, 'pack', '--ignore-scripts').trim().split('\n').at(-1)!)
  project = join(folder, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'fresh', type: 'module', private: true }))
  npm(project, 'install', archive)
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

const env = () => ({ SERVICE_API_KEY: 'svc_x', SERVICE_BASE_URL: service.baseUrl })

test('the package is small, brings nothing with it, and has one program', () => {
  const home = join(project, 'node_modules/@service/cli')
  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const bytes = files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  expect(bytes).toBeLessThan(250_000)
  expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@service'])
  expect(readdirSync(join(project, 'node_modules/.bin'))).toEqual(['svc'])
})

// The Node of the system is the oldest that is supported, in continuous integration.
test.each(['node', process.execPath])('it runs as installed, on %s', async (node) => {
  const program = [node, join(project, 'node_modules/.bin/svc')] as const
  expect(await svc(['version', '-q'], { program: [...program] })).toMatchObject({ code: 0, stdout: '1.4.2\n' })
  expect(await svc(['hubs', '-q'], { program: [...program], env: env() })).toMatchObject({ code: 0, stderr: '' })
  const file = 'image: sim/ok\ngpu_type: H100'
  const planned = await svc(['deploy', '-f', '-', '--dry-run', '--json'], {
    program: [...program],
    env: env(),
    input: file,
  })
  expect(planned).toMatchObject({ code: 0, stderr: '' })
})

test('npx finds it', () => {
  expect(run(project, 'npx', ['--offline', 'svc', 'version', '-q'])).toBe('1.4.2\n')
})

describe.skipIf(missing && !process.env.CI)(titled('the published package'), () => {
  test('pleases publint', () => {
    const publint = join(checks, 'publint/src/cli.js')
    run(project, process.execPath, [publint, 'node_modules/@service/cli', '--strict', '--pack=false'])
  })
})

// One file can be made of a Node for Linux on Linux alone.
test.skipIf(process.platform !== 'linux')('one file runs without a Node', async () => {
  const single = await buildSingle(join(folder, 'single'))
  const program: [string] = [single]
  const nowhere = { PATH: '/nowhere' }
  expect(await svc(['version', '-q'], { program, env: nowhere })).toEqual({ code: 0, stdout: '1.4.2\n', stderr: '' })
  expect(await svc(['hubs', '--json'], { program, env: { ...env(), ...nowhere } })).toMatchObject({
    code: 0,
    stderr: '',
  })
  expect(await svc(['help', 'deploy'], { program })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Examples'),
  })
})

test('a Node of another platform that is not the pinned one is refused', () => {
  const file = join(folder, 'node.tgz')
  writeFileSync(file, 'something else')
  expect(() => requireIntegrity(file, 'sha512-AAAA')).toThrow('is not what was pinned')
  const hash = createHash('sha512').update('something else').digest('base64')
  expect(() => requireIntegrity(file, `sha512-${hash}`)).not.toThrow()
})
