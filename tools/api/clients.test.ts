/** Clients in three languages, generated from the API documents, compile. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { go } from '../../sdks/go-tools.ts'
import { root } from '../repository.ts'

const folder = join(root, 'openapi/checks')
const generated = join(folder, 'generated')
const documents = ['compute', 'reputation'] as const

/** Runs to the end in the folder of the checks; a failure shows what was said. */
const run = (program: string, ...words: string[]): string =>
  execFileSync(program, words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1e9 })

const documentOf = (name: string) => join(root, 'openapi', `${name}.json`)
const isThere = (path: string) => existsSync(join(folder, path))
const installed = 'openapi/checks/install has not been run'

function freshFolder(language: string): string {
  const path = join(generated, language)
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path, { recursive: true })
  return path
}

const titleWith = (missing: string | undefined) => (title: string) =>
  missing === undefined ? title : `${title} (not run: ${missing})`

const noNode = isThere('node_modules') ? undefined : installed
describe.skipIf(noNode && !process.env.CI)(titleWith(noNode)('TypeScript, by openapi-typescript'), () => {
  test('compiles strictly', () => {
    const into = freshFolder('typescript')
    const files = documents.map((name) => {
      const file = join(into, `${name}.ts`)
      run(process.execPath, 'node_modules/openapi-typescript/bin/cli.js', documentOf(name), '--output', file)
      return file
    })
    run(process.execPath, 'node_modules/typescript/bin/tsc', '--noEmit', '--strict', ...files)
  })
})

/** Why a generator cannot run: its toolchain is absent, or it has not been installed. */
function missing(generator: string, toolchain: string, ...probe: [string, ...string[]]): string | undefined {
  if (isThere(generator)) return undefined
  const [command, ...words] = probe
  return spawnSync(command, words).status === 0 ? installed : `${toolchain} is not installed`
}

const python = 'Python 3 with venv'
const noPython = missing('.venv/bin/openapi-python-client', python, 'python3', '-c', 'import ensurepip, venv')
describe.skipIf(noPython && !process.env.CI)(titleWith(noPython)('Python, by openapi-python-client'), () => {
  test('compiles, every module of it is imported, and no response is left out', () => {
    const into = freshFolder('python')
    for (const name of documents) {
      const target = join(into, `${name}_client`)
      const words = ['generate', '--path', documentOf(name), '--output-path', target, '--meta', 'none']
      const { status, stdout, stderr } = spawnSync(join(folder, '.venv/bin/openapi-python-client'), words, {
        cwd: into,
        encoding: 'utf8',
      })
      expect(status, stdout + stderr).toBe(0)
      // It knows JSON alone: of an import of articles it leaves out the two other forms of the body, and no PDF.
      const warnings = [...`${stdout}${stderr}`.matchAll(/^WARNING .*\n\n(.*)$/gm)].map(([, reason]) => reason)
      const unsupported = warnings.map((reason) => /Unsupported content.type (\S+?)\)?(?:,|$)/.exec(reason ?? '')?.[1])
      expect(unsupported.sort()).toEqual(
        name === 'reputation' ? ['application/pdf', 'application/x-ndjson', 'text/csv'] : [],
      )
    }
    run(join(folder, '.venv/bin/python'), '-c', importAll, into)
  })
})

const importAll = `
import importlib, pkgutil, sys
sys.path.insert(0, sys.argv[1])
for name in ('compute_client', 'reputation_client'):
    package = importlib.import_module(name)
    for module in pkgutil.walk_packages(package.__path__, name + '.'):
        importlib.import_module(module.name)
`

const noGo = missing('generated/oapi-codegen', 'Go', go, 'version')
describe.skipIf(noGo && !process.env.CI)(titleWith(noGo)('Go, by oapi-codegen'), () => {
  test('compiles', () => {
    const into = freshFolder('go')
    for (const name of documents) {
      mkdirSync(join(into, name))
      const file = join(into, name, 'client.go')
      const settings = ['-config', 'oapi-codegen.yaml', '-package', name, '-o', file]
      run('generated/oapi-codegen', ...settings, documentOf(name))
    }
    run(go, 'build', './generated/go/...')
  })
})
