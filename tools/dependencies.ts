/**
 * Dependencies, enforced: a package that is imported is declared where it is imported, pinned to one release, has its
 * reason in `docs/dependencies.md`, is used, and is locked by its hash and by no registry's address.
 */
import { join } from 'node:path'
import { readIfThere, root } from './repository.ts'
import { importsOf } from './source-text.ts'

export type Manifest = {
  /** From the repository's root; empty for the root's own. */
  folder: string
  dependencies: Readonly<Record<string, string>>
  /** Programs that npm brings for some platforms. */
  optional?: Readonly<Record<string, string>>
}
export type Lock = { packages: Readonly<Record<string, { link?: boolean; integrity?: string; resolved?: string }>> }

type Sources = readonly { path: string; text: string }[]

/** Tests and tools of every workspace use what the root declares for development. */
export function undeclaredImports(files: Sources, manifests: readonly Manifest[]): string[] {
  return files.flatMap(({ path, text }) => {
    const known = manifests.filter(({ folder }) => path.startsWith(folder))
    const names = new Set(importsOf(text).flatMap(({ specifier }) => packageOf(specifier) ?? []))
    return [...names]
      .filter((name) => !known.some(({ dependencies }) => Object.hasOwn(dependencies, name)))
      .map((name) => `${path} imports ${name}, which no package.json above it declares`)
  })
}

/** `@scope/name` or `name` of an import that is neither ours, Node's nor a path. */
function packageOf(specifier: string): string | undefined {
  if (/^(?:\.|node:|@service\/)/.test(specifier)) return undefined
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

export function looseOrUnexplained(manifests: readonly Manifest[], page: string): string[] {
  return manifests.flatMap(({ folder, dependencies, optional }) =>
    Object.entries({ ...dependencies, ...optional }).flatMap(([name, version]) => [
      ...(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)
        ? []
        : [`${folder}package.json does not pin ${name}: ${version}`]),
      ...(page.includes(`\`${name}\``) ? [] : [`docs/dependencies.md does not say why ${name} is needed`]),
    ]),
  )
}

/** Types of a package serve those who use the package; what is optional is run, not imported. */
export function unusedDependencies(files: Sources, manifests: readonly Manifest[]): string[] {
  return manifests.flatMap(({ folder, dependencies }) =>
    Object.keys(dependencies)
      .filter((name) => !name.startsWith('@types/'))
      .filter((name) => !files.some(({ path, text }) => path.startsWith(folder) && names(text, name)))
      .map((name) => `${folder}package.json declares ${name}, which nothing there uses`),
  )
}

/** As an import, or as the path of a program in it. */
const names = (text: string, dependency: string): boolean =>
  text.includes(`'${dependency}'`) || text.includes(`'${dependency}/`) || text.includes(`node_modules/${dependency}/`)

export function unprovenPackages({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([place, { link, integrity, resolved }]) => {
    if (!place.includes('node_modules/') || link) return []
    if (!integrity) return [`package-lock.json has no hash of ${place}`]
    return resolved ? [`package-lock.json names a registry for ${place}`] : []
  })
}

export function dependencyFaults(files: Sources): string[] {
  const manifests = readManifests()
  return [
    ...undeclaredImports(files, manifests),
    ...unusedDependencies(files, manifests),
    ...looseOrUnexplained(manifests, readIfThere(join(root, 'docs/dependencies.md')) ?? ''),
    ...unprovenPackages(readJson('package-lock.json') as Lock),
  ]
}

function readManifests(): Manifest[] {
  const { workspaces } = readJson('package.json') as { workspaces: string[] }
  return ['', ...workspaces.map((folder) => `${folder}/`)].map((folder) => {
    const kinds = readJson(`${folder}package.json`) as Record<string, Record<string, string> | undefined>
    const { dependencies, devDependencies, optionalDependencies } = kinds
    return { folder, dependencies: { ...dependencies, ...devDependencies }, optional: { ...optionalDependencies } }
  })
}

const readJson = (path: string): unknown => JSON.parse(readIfThere(join(root, path)) ?? '{}')
