/**
 * The import arrows, enforced: `main → app → routes, jobs → use cases → stores, sources, engines → domain`.
 *
 * A domain imports itself and pure data libraries, and uses no clock, randomness, environment or I/O. The foundation
 * imports no service. Services never import each other. `ui/` imports only itself, pages only that and themselves: they reach
 * a service through its API alone. The command line imports the TypeScript client alone. Tests may import what they like,
 * but only tests may import test files.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root, sourceFiles } from './repository.ts'
import { isFront, isModel, isTest, resolveImport, type SourceFile } from './source-paths.ts'
import { codeOnly, importsOf } from './source-text.ts'

/** Pure data: tables of letters and of domain names, no I/O. */
const domainLibraries = ['any-ascii', 'pinyin-pro', 'tldts']
const impure =
  /\b(?:Date\.now|Math\.random|performance\.\w+|process|fetch|setTimeout|setInterval|crypto)\b|\bnew Date\(\s*\)/

const layers = ['main', 'app', 'routes and jobs', 'use cases', 'stores, sources and engines', 'domain'] as const
type Layer = (typeof layers)[number]

export function wrongArrows(files: readonly SourceFile[]): string[] {
  return files.filter(({ path }) => !isTest(path)).flatMap(faultsOf)
}

export const readSources = (): SourceFile[] =>
  sourceFiles(['foundation', 'ui', 'reputation', 'compute', 'benchmarks', 'sdks', 'cli', 'tools']).map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }))

function faultsOf({ path, text }: SourceFile): string[] {
  const say = (fault: string) => `${path} ${fault}`
  const faults = importsOf(text).flatMap(({ specifier, typeOnly }) => {
    const target = resolveImport(path, specifier)
    const fault = target === undefined ? packageFault(path, specifier) : arrowFault(path, target, typeOnly)
    return fault ? [say(fault)] : []
  })
  if (isDomain(path)) {
    const used = impure.exec(codeOnly(text))
    if (used) faults.push(say(`uses ${used[0]}: a domain is handed time, randomness and the world as arguments`))
  }
  return faults
}

function packageFault(from: string, specifier: string): string | undefined {
  if (!isDomain(from) || domainLibraries.includes(specifier)) return undefined
  return `imports ${specifier}: a domain imports only itself and pure data libraries`
}

/** What the documentation shows, a page may show too: as text. */
const isSnippet = (to: string) => to.startsWith('docs/') && to.endsWith('?raw')

/** How a request is written in each language: one table, for the reference and for pages. */
const isSamples = (to: string) => to.startsWith('foundation/src/reference/model/')

function arrowFault(from: string, to: string, typeOnly: boolean): string | undefined {
  const [home, away] = [areaOf(from), areaOf(to)]
  const needsServer = home === 'benchmarks' && to.includes('/testing/') // of its own, like a test
  if (isTest(to) && !needsServer) return `imports the test file ${to}`
  if (home === 'tools' || home === 'benchmarks') return undefined
  if (isDomain(from))
    return to.startsWith(`${from.split('/src/')[0]}/`) ? undefined : `imports ${to}: a domain imports only itself`
  const [app, other] = [pagesOf(from), pagesOf(to)]
  if (app !== undefined)
    return away === 'ui' || app === other || isSnippet(to) || isSamples(to)
      ? undefined
      : `imports ${to}: pages reach a service through its API alone`
  if (other !== undefined) return `imports ${to}: only pages import pages`
  if (home === 'foundation')
    return away === 'foundation' ? undefined : `imports ${to}: the foundation imports no service`
  if (home === 'ui')
    return away === 'ui' || isSnippet(to) ? undefined : `imports ${to}: what screens share knows no service`
  if (away === 'ui')
    return to.startsWith('ui/charts/') ? undefined : `imports ${to}: only pages import what they are made of`
  if (home === 'cli')
    return away === 'cli' || to.startsWith('sdks/typescript/src/')
      ? undefined
      : `imports ${to}: the command line reaches a service through sdks/typescript alone`
  if (away !== 'foundation' && away !== home) return `imports ${to}: services never import each other, nor tools`
  const behindDoor = isModel(to) || (isFront(to) && dirname(from) !== dirname(to))
  if (behindDoor) return undefined // `features.ts` guards the doors
  const [high, low] = [layerOf(from), layerOf(to)]
  if (away === 'foundation' || layers.indexOf(high) <= layers.indexOf(low)) return undefined
  // The words of a feature are its folder's: a store may return them. Its front wires the folder's own jobs.
  if (dirname(from) === dirname(to) && (typeOnly || isFront(from))) return undefined
  return `imports ${to}: ${high} must not know ${low}`
}

/** The service or shared part that a file belongs to. */
const areaOf = (path: string): string => path.replace(/\/.*/s, '')
const isDomain = (path: string): boolean => path.includes('/domain/src/')

/** The interface for people that a file belongs to. */
const pagesOf = (path: string): string | undefined =>
  /^(?:reputation\/admin|compute\/(?:dashboard|sandbox))(?=\/)/.exec(path)?.[0]

/** File names say the layer. What none of the names fits is a use case or one of its parts. */
function layerOf(path: string): Layer {
  const name = path.split('/').at(-1)!
  if (isDomain(path) || path.includes('/model/')) return 'domain'
  if (name === 'main.ts' || name === 'admin.ts') return 'main'
  if (['app.ts', 'open-service.ts', 'config.ts', 'api-document.ts'].includes(name)) return 'app'
  if (name === 'routes.ts' || name.endsWith('.routes.ts') || name.endsWith('.job.ts')) return 'routes and jobs'
  if (name === 'store.ts' || name.endsWith('-store.ts')) return 'stores, sources and engines'
  if (/\/(?:sources|formats|engines)\//.test(path)) return 'stores, sources and engines'
  return 'use cases'
}
