/**
 * What is published, from sources that run as they are: `dist/svc.js` and beside it a file for each command, so that a start reads
 * little. `npm run build` also makes one file for a platform (`single`), a Node with the program in it, which needs no Node.
 *
 *     node build.ts [dist] [single] [linux-arm64] [win-x64] [darwin-arm64] [darwin-x64]
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { fetchNode, type Platform, platforms } from './fetch-node.ts'

const folder = import.meta.dirname
/** Node's own mark, by which it finds the program in itself. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

/** ES modules, one for each command; everything they need is in them. */
export async function buildDist(out = join(folder, 'dist')): Promise<string> {
  rmSync(out, { recursive: true, force: true })
  const bundle = await rolldown({ input: { svc: join(folder, 'src/main.ts') }, platform: 'node', logLevel: 'warn' })
  await bundle.write({
    dir: out,
    format: 'esm',
    minify: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  })
  await bundle.close()
  chmodSync(join(out, 'svc.js'), 0o755)
  return join(out, 'svc.js')
}

/** One executable of this platform, or of another, whose Node is fetched from the registry of npm. */
export async function buildSingle(out = join(folder, 'dist-single'), platform?: Platform): Promise<string> {
  if (process.platform !== 'linux')
    throw new Error(`Single files are built on Linux alone, not on ${process.platform}: see README.md.`)
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const main = join(out, 'svc.cjs')
  const bundle = await rolldown({ input: join(folder, 'src/main.ts'), platform: 'node', logLevel: 'warn' })
  await bundle.write({ file: main, format: 'cjs', minify: true, codeSplitting: false })
  await bundle.close()
  const own = { node: process.execPath, packer: process.execPath }
  const { node, packer } = platform ? fetchNode(platform, join(out, 'fetched')) : own
  const blob = pack(packer, main, out, platform === undefined)
  const name = platform ?? `${process.platform}-${process.arch}`
  const program = join(out, `svc-${name}${name.startsWith('win') ? '.exe' : ''}`)
  copyFileSync(node, program)
  chmodSync(program, 0o755)
  inject(program, blob, name.startsWith('darwin') ? ['--macho-segment-name', 'NODE_SEA'] : [])
  for (const left of ['svc.cjs', 'svc.blob', 'sea.json', 'fetched']) {
    if (existsSync(join(out, left))) rmSync(join(out, left), { recursive: true })
  }
  return program
}

/** By a Node of the very version that will read it; a code cache is of one processor alone. */
function pack(packer: string, main: string, out: string, useCodeCache: boolean): string {
  const settings = { main, output: join(out, 'svc.blob'), disableExperimentalSEAWarning: true, useCodeCache }
  writeFileSync(join(out, 'sea.json'), JSON.stringify(settings))
  const { status, stderr } = spawnSync(packer, ['--experimental-sea-config', join(out, 'sea.json')], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The program could not be packed: ${stderr}`)
  return settings.output
}

/** In a process of its own, for it warns of names that no Node has. */
function inject(program: string, blob: string, more: readonly string[]): void {
  const postject = createRequire(import.meta.url)
    .resolve('postject')
    .replace('api.js', 'cli.js')
  const words = [postject, program, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', fuse, ...more]
  const injected = spawnSync(process.execPath, words, { encoding: 'utf8' })
  if (injected.status !== 0) throw new Error(`The program could not be put into Node: ${injected.stderr}`)
}

const size = (path: string): string => `${(statSync(path).size / 1_000_000).toFixed(1)} MB`

if (import.meta.main) {
  const asked = process.argv.slice(2)
  const wanted = asked.length === 0 ? ['dist', 'single'] : asked
  if (wanted.includes('dist')) console.log(await buildDist())
  const singles: (Platform | undefined)[] = platforms.filter((platform) => wanted.includes(platform))
  if (wanted.includes('single')) singles.unshift(undefined)
  for (const platform of singles) {
    const program = await buildSingle(platform && join(folder, 'dist-single', platform), platform)
    console.log(`${program} (${size(program)})`)
  }
}
