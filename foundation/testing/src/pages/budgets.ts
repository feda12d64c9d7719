/** What the pages of an interface weigh, of the build's own manifest. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; css?: string[]; isEntry?: boolean }

/** Registers the tests. `folder` is that of the build, with a slash at its end. */
export function keepBudgets(folder: string, build: () => void): void {
  const read = (file: string) => readFileSync(`${folder}${file}`)
  const kilobytes = (files: Iterable<string>): number =>
    [...new Set(files)].reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0) / 1_000

  let manifest: Record<string, Chunk>
  beforeAll(() => {
    build()
    manifest = JSON.parse(read('manifest.json').toString())
  })

  /** The chunk and all that it cannot do without. */
  function needed(name: string, seen = new Set<string>()): Set<string> {
    if (seen.has(name)) return seen
    seen.add(name)
    for (const other of manifest[name]?.imports ?? []) needed(other, seen)
    return seen
  }

  const entry = () => Object.keys(manifest).find((name) => manifest[name]?.isEntry) ?? ''
  const filesOf = (names: Iterable<string>) => [...names].flatMap((name) => manifest[name]?.file ?? [])
  const screens = () => manifest[entry()]?.dynamicImports ?? []

  test('the first load of the heaviest first screen stays below 120 kB of scripts', () => {
    for (const screen of screens()) {
      expect(kilobytes(filesOf([...needed(entry()), ...needed(screen)])), screen).toBeLessThanOrEqual(120)
    }
  })

  test('each further screen adds at most 15 kB', () => {
    const there = needed(entry())
    for (const screen of screens()) {
      expect(kilobytes(filesOf([...needed(screen)].filter((name) => !there.has(name)))), screen).toBeLessThanOrEqual(15)
    }
  })

  test('the styles have at most 12 kB', () => {
    const styles = Object.values(manifest).flatMap(({ file }) => (file.endsWith('.css') ? file : []))
    expect(styles.length).toBeGreaterThan(0)
    expect(kilobytes(styles)).toBeLessThanOrEqual(12)
  })
}
