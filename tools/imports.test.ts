import { expect, test } from 'vitest'
import { readSources, wrongArrows } from './imports.ts'
import { importsOf } from './source-text.ts'

test('no import of this repository points the wrong way', () => {
  expect(wrongArrows(readSources())).toEqual([])
})

const wrong = (path: string, text: string) => wrongArrows([{ path, text }])

test.each([
  ['a domain that reads a file', 'reputation/domain/src/a.ts', "import { readFileSync } from 'node:fs'"],
  ['a domain that uses a framework', 'reputation/domain/src/a.ts', "import fastify from 'fastify'"],
  [
    'a domain that knows the foundation',
    'reputation/domain/src/a.ts',
    "import { Problem } from '@service/foundation/problem.ts'",
  ],
  ['a domain that knows its server', 'reputation/domain/src/a.ts', "import { x } from '../../server/src/x.ts'"],
  ['a domain that asks the time', 'reputation/domain/src/a.ts', 'export const a = () => Date.now()'],
  ['a domain that makes a date of now', 'reputation/domain/src/a.ts', 'export const a = new Date()'],
  ['a domain that throws dice', 'reputation/domain/src/a.ts', 'export const a = Math.random()'],
  ['a domain that reads the environment', 'reputation/domain/src/a.ts', 'export const a = process.env.A'],
  ['a foundation that knows a service', 'foundation/src/a.ts', "import { x } from '@service/reputation-server/x.ts'"],
  [
    'a foundation that knows a service’s types',
    'foundation/src/a.ts',
    "import type { x } from '@service/reputation-domain/x.ts'",
  ],
  ['services that know each other', 'reputation/server/src/a.ts', "import { x } from '@service/compute-server/x.ts'"],
  ['a store that calls a use case', 'reputation/server/src/lists/store.ts', "import { x } from './refresh-list.ts'"],
  ['a use case that calls a route', 'reputation/server/src/lists/refresh-list.ts', "import { x } from './routes.ts'"],
  [
    'a source that knows a store’s caller',
    'reputation/server/src/lists/sources/ofac.ts',
    "export { x } from '../read-list.ts'",
  ],
  ['a route that reads the configuration', 'reputation/server/src/lists/routes.ts', "import { x } from '../config.ts'"],
  [
    'a job that loads the app later',
    'reputation/server/src/lists/refresh.job.ts',
    "const a = await import('../app.ts')",
  ],
  [
    'a store that takes a type from another feature’s use case',
    'reputation/server/src/a/store.ts',
    "import type { x } from '../lists/refresh-list.ts'",
  ],
  ['code that imports a test', 'reputation/server/src/app.ts', "import { x } from './lists/x.test.ts'"],
])('%s is refused', (_what, path, text) => {
  expect(wrong(path, text)).toHaveLength(1)
})

test.each([
  [
    'a route that calls a use case and a store',
    'reputation/server/src/lists/routes.ts',
    "import a from './read-list.ts'\nimport b from './store.ts'",
  ],
  [
    'a store that knows the domain',
    'reputation/server/src/lists/store.ts',
    "import type { a } from '@service/reputation-domain/lists/model/entry.ts'",
  ],
  ['a domain with a table of letters', 'reputation/domain/src/a.ts', "import anyAscii from 'any-ascii'"],
  ['a domain that is handed the date', 'reputation/domain/src/a.ts', 'export const a = (at: string) => new Date(at)'],
  ['a domain that speaks of processes', 'reputation/domain/src/a.ts', "// the process\nexport const a = 'Date.now'"],
  ['a test that does as it likes', 'reputation/domain/src/a.test.ts', "import { readFileSync } from 'node:fs'"],
])('%s is allowed', (_what, path, text) => {
  expect(wrong(path, text)).toEqual([])
})

test('text that looks like an import is ignored', () => {
  const text = `
    import a from './a.ts' // import x from './comment.ts'
    import {
      b,
    } from "./b.ts"
    import './c.ts'
    export * from './d.ts'
    type E = import('./e.ts').E
    /* import y from './block.ts' */
    const words = "say: import z from './string.ts'"
    const f = await import('./f.ts')
    import type { g } from './g.ts'
    export type { h } from './h.ts'
    export type I = number
    import i from './i.ts'
    export const from = 'not from'
  `
  expect(importsOf(text)).toEqual([
    { specifier: './a.ts', typeOnly: false },
    { specifier: './b.ts', typeOnly: false },
    { specifier: './c.ts', typeOnly: false },
    { specifier: './d.ts', typeOnly: false },
    { specifier: './e.ts', typeOnly: false },
    { specifier: './f.ts', typeOnly: false },
    { specifier: './g.ts', typeOnly: true },
    { specifier: './h.ts', typeOnly: true },
    { specifier: './i.ts', typeOnly: false },
  ])
})
