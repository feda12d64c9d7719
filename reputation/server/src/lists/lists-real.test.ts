import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { foundationMigrations } from '@service/foundation/database/migration-files.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { makeMetrics } from '@service/foundation/metrics/metrics.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { startAuthority } from '@service/reputation-testing/lists/authority.ts'
import { describe, expect, test } from 'vitest'
import { makeListMetrics } from './list-metrics.ts'
import { openLists } from './lists.ts'

const data = process.env.TEST_DATA_DIR
if (!data) console.log('TEST_DATA_DIR is not set: the whole real lists are not loaded.')

const migrations = fileURLToPath(new URL('../migrations/', import.meta.url))

/** What each path serves. One file goes out compressed, as some mirrors do. */
const files = {
  OFAC: [
    'ofac/rebuilt-2026-07-11/SDN.CSV',
    'ofac/rebuilt-2026-07-11/ALT.CSV',
    'ofac/official/ADD.CSV',
    'ofac/official/SDN_COMMENTS.CSV',
    'ofac/official/consolidated.xml',
  ],
  EU: ['eu/rebuilt-2026-05-01/xmlFullSanctionsList_1_1.xml.gz'],
  UN: ['un/official/consolidated.xml'],
}

describe.runIf(data).each(databaseEngines)('the real lists on $name', ({ create }) => {
  test('load whole from their authorities, and at once from the snapshot after that', async () => {
    const db = await create([foundationMigrations, migrations])
    const authority = await startAuthority()
    const folder = await mkdtemp(join(tmpdir(), 'lists-'))
    for (const path of Object.values(files).flat()) {
      const file = await readFile(join(data!, 'sanctions', path))
      authority.serve(`/${path}`, path.startsWith('un') ? gzipSync(file) : file)
    }
    const addressesOf = (paths: string[]) => paths.map((path) => authority.address(`/${path}`))
    const now = () => new Date()
    const open = () =>
      openLists({
        db,
        addresses: { OFAC: addressesOf(files.OFAC), EU: addressesOf(files.EU), UN: addressesOf(files.UN) },
        folder,
        engineVersion: 'test',
        allowSample: false,
        refreshEveryMs: 3_600_000,
        now,
        random: Math.random,
        newId: makeNewId({ now, randomBytes }),
        log: makeLogger({ level: 'silent', form: 'json' }),
        metrics: makeListMetrics(makeMetrics('test_')),
      })
    try {
      const fresh = await open()
      await fresh.whenLoaded()
      expect(
        fresh.requireCurrent().status.map(({ list, entries, publishedAt }) => [list, entries, publishedAt]),
      ).toEqual([
        ['OFAC', 19_497, null],
        ['EU', 5_860, '2026-04-30T22:00:00.000Z'],
        ['UN', 1_003, '2026-02-27T00:00:09.554Z'],
      ])
      await fresh.close()
      await authority.close()

      const again = await open()
      await again.whenLoaded()
      const matches = again.requireCurrent().index.screen({ name: 'Nikolas Maduro Moros', threshold: 0.86 })
      expect(matches[0]?.entry.entityId).toBe('OFAC:22790')
      await again.close()
    } finally {
      await db.drop()
      await rm(folder, { recursive: true })
    }
  })
})
