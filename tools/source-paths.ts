/** What the path of a source file says: its package, its feature, its room, and whether it is a test. */
import { dirname, join, normalize } from 'node:path'

export type SourceFile = { path: string; text: string }

/** The path that an import leads to, from the root; undefined for packages that are not ours. */
export function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier))
  const [, name, rest] = /^@service\/([^/]+)\/(.+)$/.exec(specifier) ?? []
  if (!name) return undefined
  return `${name.replace('-', '/')}/src/${rest}`
}

/** `*.test.ts`, and the packages and folders that hold what only tests use. */
export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || /\/test(?:ing)?\//.test(path)

export type Place = {
  /** `reputation/server`, which has a `package.json`. */
  package: string
  /** The folder directly under `src`; empty for a file that lies in `src` itself. */
  feature: string
  /** The folder directly under the feature; empty for a file that lies in the feature's own folder. */
  room: string
  file: string
}

/** Where a file of a package's `src` lies; undefined for every other file. */
export function placeOf(path: string): Place | undefined {
  const [home, inside] = path.split('/src/')
  if (home === undefined || inside === undefined) return undefined
  const folders = inside.split('/')
  const file = folders.pop() ?? ''
  return { package: home, feature: folders[0] ?? '', room: folders[1] ?? '', file }
}

/** `lists/lists.ts`: what a feature shows to the others. */
export const isFront = (path: string): boolean => path.split('/').at(-1) === `${path.split('/').at(-2)}.ts`

/** `lists/model/…`: the types and pure functions of a feature that lie below every other. */
export const isModel = (path: string): boolean => placeOf(path)?.room === 'model'
