import { expect, test } from 'vitest'
import { readSources, wrongArrows } from './imports.ts'
import { importsOf } from './source-text.ts'

test('no import of this repository points the wrong way', () => {
  expect(wrongArrows(readSources())).toEqual([])
})

const wrong = (path: string, text: string) => wrongArrows([{ path, text }])

const domain = 'reputation/domain/src/a.ts'
const foundation = 'foundation/src/a.ts'
const server = 'reputation/server/src/a.ts'
const lists = 'reputation/server/src/lists'

test.each([
  ['a domain that reads a file', domain, "import { readFileSync } from 'node:fs'"],
  ['a domain that uses a framework', domain, "import fastify from 'fastify'"],
  ['a domain that knows the foundation', domain, "import { Problem } from '@service/foundation/problem.ts'"],
  ['a domain that knows its server', domain, "import { x } from '../../server/src/x.ts'"],
  ['a domain that asks the time', domain, 'export const a = () => Date.now()'],
  ['a domain that makes a date of now', domain, 'export const a = new Date()'],
  ['a domain that throws dice', domain, 'export const a = Math.random()'],
  ['a domain that reads the environment', domain, 'export const a = process.env.A'],
  ['a foundation that knows a service', foundation, "import { x } from '@service/reputation-server/x.ts'"],
  ['a foundation that knows a service’s types', foundation, "import type { x } from '@service/reputation-domain/x.ts'"],
  ['services that know each other', server, "import { x } from '@service/compute-server/x.ts'"],
  ['a store that calls a use case', `${lists}/store.ts`, "import { x } from './refresh-list.ts'"],
  ['a use case that calls a route', `${lists}/refresh-list.ts`, "import { x } from './routes.ts'"],
  ['a source that knows a store’s caller', `${lists}/sources/ofac.ts`, "export { x } from '../read-list.ts'"],
  ['a route that reads the configuration', `${lists}/routes.ts`, "import { x } from '../config.ts'"],
  ['a job that loads the app later', `${lists}/refresh.job.ts`, "const a = await import('../app.ts')"],
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
    `${lists}/routes.ts`,
    "import a from './read-list.ts'\nimport b from './store.ts'",
  ],
  [
    'a store that knows the domain',
    `${lists}/store.ts`,
    "import type { a } from '@service/reputation-domain/lists/model/entry.ts'",
  ],
  ['a domain with a table of letters', domain, "import anyAscii from 'any-ascii'"],
  ['a domain that is handed the date', domain, 'export const a = (at: string) => new Date(at)'],
  ['a domain that speaks of processes', domain, "// the process\nexport const a = 'Date.now'"],
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
