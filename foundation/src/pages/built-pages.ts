import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { gzipSync } from 'node:zlib'

export type BuiltFile = {
  type: string
  bytes: Buffer
  /** Made when it is first asked for. */
  zipped: () => Buffer
  /** Its name changes with its content, so nobody needs to ask for it twice. */
  isNamedByContent: boolean
}

export type BuiltPages = {
  /** The one page that every screen begins with. */
  html: string
  /** By their path below the pages' own. */
  files: ReadonlyMap<string, BuiltFile>
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Reads the build when it is first needed, and again when another takes its place; undefined while there is none. */
export function readBuild(folder: string): () => BuiltPages | undefined {
  let known: { stamp: string; built: BuiltPages } | undefined
  return () => {
    const stamp = stampOf(folder)
    if (stamp === undefined) return undefined
    if (known?.stamp !== stamp) known = { stamp, built: read(folder) }
    return known.built
  }
}

/** What the build was made of, as `tools/pages.mjs` writes it. */
function stampOf(folder: string): string | undefined {
  const file = join(folder, '.built-from')
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function read(folder: string): BuiltPages {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extname(entry.name) in types)
    .map((entry) => join(entry.parentPath, entry.name))
  const files = found.map((path) => [relative(folder, path).split(sep).join('/'), readFile(path)] as const)
  return { html: readFileSync(join(folder, 'index.html'), 'utf8'), files: new Map(files) }
}

function readFile(path: string): BuiltFile {
  const bytes = readFileSync(path)
  let zipped: Buffer | undefined
  return {
    type: types[extname(path)] ?? 'application/octet-stream',
    bytes,
    zipped: () => {
      zipped ??= gzipSync(bytes, { level: 9 })
      return zipped
    },
    isNamedByContent: path.includes(`${sep}assets${sep}`),
  }
}
