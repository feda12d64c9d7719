import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, sourceFiles } from './repository.ts'

test('paths of modules are made by fileURLToPath', () => {
  const byHand = sourceFiles(['ui/charts', 'foundation', 'reputation', 'compute', 'benchmarks', 'tools']).filter(
    (path) => /import\.meta\.url\)\.pathname/.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(byHand).toEqual([])
})
