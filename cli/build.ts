/**
 * What is published, from sources that run as they are: `dist/svc.js` and beside it a file for each command, so that a start reads
 * little. `npm run build` also makes one file for a platform (`single`), a Node with the program in it, which needs no Node.
 *
 *     node build.ts [dist] [single]
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

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

/** One executable of this platform. */
export async function buildSingle(out = join(folder, 'dist-single')): Promise<string> {
  if (process.platform !== 'linux')
    throw new Error(`One file for ${process.platform} cannot be built here: see README.md.`)
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const main = join(out, 'svc.cjs')
  const bundle = await rolldown({ input: join(folder, 'src/main.ts'), platform: 'node', logLevel: 'warn' })
  await bundle.write({ file: main, format: 'cjs', minify: true, codeSplitting: false })
  await bundle.close()
  const settings = { main, output: join(out, 'svc.blob'), disableExperimentalSEAWarning: true, useCodeCache: true }
  writeFileSync(join(out, 'sea.json'), JSON.stringify(settings))
  const { status, stderr } = spawnSync(process.execPath, ['--experimental-sea-config', join(out, 'sea.json')], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The program could not be packed: ${stderr}`)
  const program = join(out, `svc-${process.platform}-${process.arch}`)
  copyFileSync(process.execPath, program)
  // In a process of its own, for it warns of names that no Node has.
  const postject = createRequire(import.meta.url)
    .resolve('postject')
    .replace('api.js', 'cli.js')
  const resource = ['NODE_SEA_BLOB', settings.output, '--sentinel-fuse', fuse]
  const injected = spawnSync(process.execPath, [postject, program, ...resource], { encoding: 'utf8' })
  if (injected.status !== 0) throw new Error(`The program could not be put into Node: ${injected.stderr}`)
  chmodSync(program, 0o755)
  for (const name of ['svc.cjs', 'svc.blob', 'sea.json']) rmSync(join(out, name))
  return program
}

const size = (path: string): string => `${(statSync(path).size / 1_000_000).toFixed(1)} MB`

if (import.meta.main) {
  const asked = process.argv.slice(2)
  const wanted = asked.length === 0 ? ['dist', 'single'] : asked
  if (wanted.includes('dist')) console.log(await buildDist())
  if (wanted.includes('single')) {
    const program = await buildSingle()
    console.log(`${program} (${size(program)})`)
  }
}
