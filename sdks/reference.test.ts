/** The references of the TypeScript and Python clients: each name that a program may import is in them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { missing } from './python/python-tools.ts'
import { run } from './run.ts'

const checks = join(import.meta.dirname, 'checks')
const isInstalled = !missing && existsSync(join(checks, 'typedoc/node_modules'))
const title = 'the references have every name that can be imported'

test.skipIf(!isInstalled && !process.env.CI)(
  isInstalled ? title : `${title} (not run: sdks/checks/install has not been run)`,
  { timeout: 600_000 },
  async () => {
    await run(checks, './reference', [], { PATH: `${join(process.execPath, '..')}:${process.env.PATH}` })

    const pages = readdirSync(join(import.meta.dirname, 'reference/typescript'), { recursive: true })
    const described = pages.map((page) => /(\w+)\.html$/.exec(String(page))?.[1])
    expect(described).toEqual(expect.arrayContaining(typescriptNames()))

    const page = readFileSync(join(import.meta.dirname, 'reference/python/service_client.html'), 'utf8')
    const names = pythonNames()
    expect(names.length).toBeGreaterThan(50)
    expect(names.filter((name) => !page.includes(`id="${name}"`))).toEqual([])
  },
)

/** What the modules export that `index.ts` exports whole, and the names of the others. */
function typescriptNames(): string[] {
  const source = (name: string) => readFileSync(join(import.meta.dirname, 'typescript/src', name), 'utf8')
  const whole = ['errors.ts', 'types.ts'].flatMap((name) =>
    [...source(name).matchAll(/^export (?:class|interface|type) (\w+)/gm)].map(([, exported]) => exported!),
  )
  const listed = [...source('index.ts').matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, list]) =>
    list!.split(',').map((name) => name.replace(/\btype\b/, '').trim()),
  )
  return [...whole, ...listed.filter((name) => name !== '')]
}

function pythonNames(): string[] {
  const text = readFileSync(join(import.meta.dirname, 'python/src/service_client/__init__.py'), 'utf8')
  return [.../__all__ = \[([^\]]*)\]/.exec(text)![1]!.matchAll(/"(\w+)"/g)].map(([, name]) => name!)
}
