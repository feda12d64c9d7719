/**
 * Builds the pages for people when what they are made of has changed since the last build. In plain JavaScript, for the
 * launcher calls it before anything else runs; tests of the pages call it too.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const apps = ['reputation/admin', 'compute/dashboard', 'compute/sandbox']
const shared = ['ui', 'docs/webhooks', 'foundation/src/reference/model', 'package-lock.json']
/** In the build, the hash of what it was made of. */
const stampName = '.built-from'

/** Throws where a build fails; `node` is the program that runs it. */
export function buildPages(node = process.execPath) {
  for (const app of apps) buildApp(app, node)
}

function buildApp(app, node) {
  const wanted = hashOf([app, ...shared])
  const folder = join(root, app, 'dist')
  const stamp = join(folder, stampName)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  // Elsewhere first: a service that serves the build of before, or another build at the same time, sees a whole one.
  const fresh = join(root, app, `dist-${process.pid}`)
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { status, stdout, stderr, error } = spawnSync(
    node,
    [vite, 'build', '--config', join(root, app, 'vite.config.ts'), '--outDir', fresh, '--logLevel', 'warn'],
    { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    throw new Error(
      [`The pages of ${app} could not be built.`, error?.message, stdout, stderr].filter(Boolean).join('\n'),
    )
  }
  writeFileSync(join(fresh, stampName), wanted)
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
}

function hashOf(places) {
  const hash = createHash('sha256')
  for (const place of places) {
    for (const file of filesOf(join(root, place)))
      hash.update(file.slice(root.length)).update('\0').update(readFileSync(file))
  }
  return hash.digest('hex')
}

/** In a fixed order, without tests, builds and what is installed. */
function filesOf(place) {
  if (!existsSync(place) || /\.\w+$/.test(place)) return existsSync(place) ? [place] : []
  return readdirSync(place, { withFileTypes: true })
    .filter(({ name }) => !/^(?:dist.*|node_modules|test)$|\.test\.tsx?$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesOf(join(place, entry.name)) : [join(place, entry.name)]))
}
