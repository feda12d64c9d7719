import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, sourceFiles } from './repository.ts'

test('no path is taken out of a module’s address by hand: a space in it would be %20', () => {
  const byHand = sourceFiles(['foundation', 'reputation', 'compute', 'benchmarks', 'tools']).filter((path) =>
    /import\.meta\.url\)\.pathname/.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(byHand).toEqual([])
})
