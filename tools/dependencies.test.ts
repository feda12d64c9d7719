import { expect, test } from 'vitest'
import { looseOrUnexplained, undeclaredImports, unprovenPackages, unusedDependencies } from './dependencies.ts'

const manifests = [
  { folder: '', dependencies: { vitest: '5.1.0' } },
  { folder: 'reputation/server/', dependencies: { saxes: '6.0.0', '@scope/name': '1.0.0' } },
]

test.each([
  ['its own package’s', 'reputation/server/src/a.ts', "import a from 'saxes'"],
  ['a part of a package', 'reputation/server/src/a.ts', "import a from '@scope/name/part'"],
  ['the root’s', 'reputation/server/src/a.test.ts', "import { test } from 'vitest'"],
  ['Node’s, ours and files', 'a.ts', "import 'node:fs'\nimport '@service/foundation/problem.ts'\nimport './b.ts'"],
])('%s dependency may be imported', (_what, path, text) => {
  expect(undeclaredImports([{ path, text }], manifests)).toEqual([])
})

test('a package that only a neighbour declares may not be imported', () => {
  const files = [{ path: 'foundation/src/a.ts', text: "import a from 'saxes'" }]
  expect(undeclaredImports(files, manifests)).toEqual([
    'foundation/src/a.ts imports saxes, which no package.json above it declares',
  ])
})

test('a package that nothing uses is named', () => {
  const files = [{ path: 'reputation/server/src/a.ts', text: "import a from '@scope/name/part'" }]
  expect(unusedDependencies(files, manifests)).toEqual([
    'package.json declares vitest, which nothing there uses',
    'reputation/server/package.json declares saxes, which nothing there uses',
  ])
})

test('a range, and a package without a reason, are named', () => {
  const loose = [{ folder: '', dependencies: { a: '^1.0.0', b: '1.0.0' } }]
  expect(looseOrUnexplained(loose, 'We use `a` for this.')).toEqual([
    'package.json does not pin a: ^1.0.0',
    'docs/dependencies.md does not say why b is needed',
  ])
})

test('a package without a hash, and one with an address, are named', () => {
  const packages = {
    '': {},
    foundation: {},
    'node_modules/@service/foundation': { link: true, resolved: 'foundation' },
    'node_modules/a': { integrity: 'sha512-a' },
    'node_modules/b': {},
    'node_modules/c': { integrity: 'sha512-c', resolved: 'https://registry.example/c.tgz' },
  }
  expect(unprovenPackages({ packages })).toEqual([
    'package-lock.json has no hash of node_modules/b',
    'package-lock.json names a registry for node_modules/c',
  ])
})
