/** A file of hubs for a service under test, with real hubs (`simulated: false`) that are no machine anybody has. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type TestHubFile = { path: string; remove(): void }

/** An entry of the file for each hub: what `engine` says of it. */
export function writeHubFile(engines: Readonly<Record<string, unknown>>): TestHubFile {
  const folder = mkdtempSync(join(tmpdir(), 'service-hubs-'))
  const path = join(folder, 'hubs.json')
  const hubs = Object.entries(engines).map(([id, engine]) => ({
    id,
    name: id,
    country: 'SE',
    engine,
    operator: { entity: 'Invented AB', jurisdiction: 'SE' },
    pue: 1.1,
    cpuOnly: true,
    gpus: [{ type: 'H100', nodes: 1, perNode: 8 }],
  }))
  writeFileSync(path, JSON.stringify({ hubs }))
  return { path, remove: () => rmSync(folder, { recursive: true }) }
}
