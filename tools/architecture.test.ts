import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './repository.ts'

const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')

test.each([
  'foundation',
  'reputation/server',
  'reputation/domain',
  'compute/server',
  'compute/domain',
  'compute/engines',
])('ARCHITECTURE.md names every feature of %s', (name) => {
  const source = join(root, name, 'src')
  const folders = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  // A folder without files is left over from another commit.
  const features = folders.flatMap(({ name }) =>
    name === 'migrations' || readdirSync(join(source, name)).length === 0 ? [] : name,
  )
  expect(features.length).toBeGreaterThan(1)
  expect(features.filter((feature) => !page.includes(`\`${feature}\``))).toEqual([])
})

test('every file and folder that ARCHITECTURE.md links to is there', () => {
  const targets = [...page.matchAll(/\]\(([^)#:]+)\)/g)].map(([, target]) => target!)
  for (const target of targets) expect(() => readdirOrFile(target), target).not.toThrow()
})

const readdirOrFile = (path: string): unknown =>
  /\.\w+$/.test(path) ? readFileSync(join(root, path)) : readdirSync(join(root, path))
