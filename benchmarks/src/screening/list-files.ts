/** The lists of a data folder, read as the service reads them. The newest edition of each, by the name of its folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { canonicalEntries } from '@service/reputation-domain/lists/canonical.ts'
import type { ListEntry } from '@service/reputation-domain/lists/model/entry.ts'
import { parseEuXml } from '@service/reputation-server/lists/formats/eu/eu-xml.ts'
import { parseOfacCsv } from '@service/reputation-server/lists/formats/ofac/ofac-csv.ts'
import { parseOfacXml } from '@service/reputation-server/lists/formats/ofac/ofac-xml.ts'
import { parseUnXml } from '@service/reputation-server/lists/formats/un/un-xml.ts'
import { UsageError } from '../harness/options.ts'

export type ListFiles = {
  folder: string
  sdn: Uint8Array
  aliases: Uint8Array
  nonSdn: Uint8Array
  eu: Uint8Array
  un: Uint8Array
}

/** The first of the folders that holds the lists. */
export function readListFiles(folders: readonly string[]): ListFiles {
  const { folder, ...paths } = listFilePaths(folders)
  const read = ([name, path]: [string, string]) => [
    name,
    path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path),
  ]
  return { folder, ...(Object.fromEntries(Object.entries(paths).map(read)) as Omit<ListFiles, 'folder'>) }
}

export function listFilePaths(folders: readonly string[]): Record<keyof ListFiles, string> {
  for (const folder of folders) {
    const sdn = newest(folder, 'ofac', 'SDN.CSV')
    const aliases = newest(folder, 'ofac', 'ALT.CSV')
    const nonSdn = newest(folder, 'ofac', 'consolidated.xml')
    const eu = newest(folder, 'eu', 'xmlFullSanctionsList_1_1.xml')
    const un = newest(folder, 'un', 'consolidated.xml')
    if (sdn && aliases && nonSdn && eu && un) return { folder, sdn, aliases, nonSdn, eu, un }
  }
  throw new UsageError(
    `No lists (folders ofac, eu and un) in ${folders.join(' or ')}. Set TEST_DATA_DIR to data that has them.`,
  )
}

export const parseLists = (files: ListFiles): ListEntry[] =>
  canonicalEntries([
    ...parseOfacCsv({ primary: files.sdn, aliases: files.aliases }).entries,
    ...parseOfacXml(files.nonSdn).entries,
    ...parseEuXml(files.eu).entries,
    ...parseUnXml(files.un).entries,
  ])

function newest(folder: string, authority: string, name: string): string | undefined {
  const base = join(folder, authority)
  if (!existsSync(base)) return undefined
  const candidates = readdirSync(base)
    .sort()
    .reverse()
    .flatMap((edition) => [join(base, edition, name), join(base, edition, `${name}.gz`)])
  return candidates.find(existsSync)
}
