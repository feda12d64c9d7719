/** Versions of a list, what differs between two of them, and whose past screenings that bears on. */
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { canonicalEntries, serializeEntries } from '@service/reputation-domain/lists/canonical.ts'
import { listChanges } from '@service/reputation-domain/lists/changes.ts'
import type { ListEntry } from '@service/reputation-domain/lists/model/entry.ts'
import { newClient } from '@service/reputation-testing/client.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { packText, unpackEntries } from '../src/lists/tasks/content.ts'
import { makeFindAffected } from '../src/screening/affected/find-affected.ts'

type Version = { versionId: string; entries: number; changes: object | null; source: string }
type Diff = {
  counts: object
  changes: { entityId: string; name: string; kind: string; fields: object[] }[]
  nextCursor: string | null
}
type Affected = { screenings: { screeningId: string; because: string; entityId: string }[]; complete: boolean }

const listed = { name: 'Ismail Abdul Salah Haniya', entityId: 'OFAC:9639' }

describe('the history of a list', () => {
  const service = useService(fastestEngine)
  const history = beforeTests(async () => {
    const client = await newClient(service)
    const { body: shown } = await client.get<{ screeningId: string }>('/api/v1/screen', { name: listed.name })
    const { body: clean } = await client.get<{ screeningId: string }>('/api/v1/screen', { name: 'Ilse Invented' })
    await newVersions(service.administration.db.connection)
    const { body } = await client.get<{ versions: Version[] }>('/api/v1/lists/OFAC/versions')
    return { client, shown, clean, versions: body.versions }
  })
  const at = (what: string, from: number, to: number) =>
    `/api/v1/lists/OFAC/${what}/${history.versions[from]?.versionId}/${history.versions[to]?.versionId}`

  test('has every version, newest first, with what each changed', () => {
    expect(history.versions.map(({ changes }) => changes)).toEqual([
      { added: 1, changed: 1, removed: 0 },
      { added: 0, changed: 1, removed: 0 },
      null,
    ])
  })

  test('any two are compared field by field, in either direction', async () => {
    const { body } = await history.client.get<Diff>(at('changes', 2, 0))
    expect(body.counts).toEqual({ added: 1, changed: 1, removed: 0 })
    const changed = body.changes.find(({ entityId }) => entityId === listed.entityId)
    expect(changed).toMatchObject({
      kind: 'changed',
      name: expect.stringContaining('HANIYA'),
      fields: [{ field: 'programs', added: ['FIRST', 'SECOND'] }],
    })
    const back = await history.client.get<Diff>(at('changes', 0, 2))
    expect(back.body.counts).toEqual({ added: 0, changed: 1, removed: 1 })
    expect(back.body.changes.find(({ kind }) => kind === 'removed')).toMatchObject({ name: 'INVENTED, Ilse' })
  })

  test('page by page', async () => {
    const first = await history.client.get<Diff>(at('changes', 2, 0), { limit: '1' })
    const second = await history.client.get<Diff>(at('changes', 2, 0), {
      limit: '1',
      cursor: first.body.nextCursor ?? '',
    })
    const ids = [...first.body.changes, ...second.body.changes].map(({ entityId }) => entityId)
    expect([new Set(ids).size, second.body.nextCursor]).toEqual([2, null])
  })

  test('affects the screenings that show an entry which differs', async () => {
    const { body } = await history.client.get<Affected>(at('affected', 2, 0))
    expect(body.screenings).toContainEqual(
      expect.objectContaining({ screeningId: history.shown.screeningId, because: 'shown', entityId: listed.entityId }),
    )
    expect(body.complete).toBe(true)
  })

  test('affects nobody of another company', async () => {
    const other = await newClient(service)
    expect((await other.get<Affected>(at('affected', 2, 0))).body.screenings).toEqual([])
  })

  test.skipIf(fastestEngine.name === 'embedded')('affected screenings are looked for once at a time', async () => {
    const locked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const held = service.administration.db.transaction(async (tx) => {
      await sql`lock table screenings in access exclusive mode`.execute(tx)
      locked.resolve()
      await release.promise
    })
    await locked.promise
    const asked = [1, 2].map(() => history.client.get(at('affected', 2, 0)))
    expect((await Promise.race(asked)).status).toBe(429)
    release.resolve()
    await held
    expect((await Promise.all(asked)).map(({ status }) => status).sort()).toEqual([200, 429])
    expect((await history.client.get(at('affected', 2, 0))).status).toBe(200)
  })

  test('affected screenings are not looked for once the caller has gone', async () => {
    let screened = 0
    let ms = 0
    const screen = () => {
      screened += 1
      return []
    }
    const find = makeFindAffected({
      db: service.administration.db,
      lists: { current: () => ({ index: { screen } }) as never },
      listHistory: { changedEntities: async () => ({ entityIds: ['OFAC:0'], isCurrent: true }) } as never,
      uptimeMs: () => (ms += 10),
    })
    const { companyId } = history.client
    const between = { from: 'one', to: 'other' }
    expect(await find(companyId, 'OFAC', between, () => true)).toBeUndefined()
    expect(screened).toBe(0)
    expect(await find(companyId, 'OFAC', between, () => false)).toMatchObject({ looked: 2, complete: true })
    expect(screened).toBe(2)
  })

  test('of a version that is unknown there is none', async () => {
    const path = `/api/v1/lists/OFAC/changes/lsv_unknown/${history.versions[0]?.versionId}`
    expect((await history.client.get(path)).status).toBe(404)
  })
})

/** Two versions more, as refreshes would store them: a programme twice, and a new entry. */
async function newVersions(connection: Parameters<ReturnType<typeof sql>['execute']>[0]): Promise<void> {
  const { rows } = await sql<{ id: string; content: Uint8Array }>`
    update list_versions set sample = false where list = 'OFAC' returning id, content`.execute(connection)
  let [{ id, content } = { id: '', content: new Uint8Array() }] = rows
  const added: ListEntry = {
    entityId: 'OFAC:999999',
    list: 'OFAC',
    type: 'individual',
    names: [{ name: 'INVENTED, Ilse', kind: 'primary', strength: 'strong' }],
    programs: ['TEST'],
    datesOfBirth: [],
    placesOfBirth: [],
    countries: [],
    identifiers: [],
  }
  for (const [i, program] of ['FIRST', 'SECOND'].entries()) {
    const before = unpackEntries(content)
    const after = canonicalEntries([
      ...before.map((entry) =>
        entry.entityId === listed.entityId ? { ...entry, programs: [...entry.programs, program] } : entry,
      ),
      ...(i === 1 ? [added] : []),
    ])
    const next = `lsv_01zzzzzzzzzzzzzzzzzzzzzzz${i}`
    content = packText(serializeEntries(after))
    await sql`
      insert into list_versions (id, list, sha256, published_at, fetched_at, entries, sample, source, content, created_at)
      select ${next}, list, ${`sha ${i}`}, published_at, fetched_at, ${after.length}, false, source, ${content},
             created_at + interval '1 day'
        from list_versions where id = ${id}`.execute(connection)
    for (const { entityId, kind, fields } of listChanges(before, after)) {
      await sql`
        insert into list_changes (version_id, previous_id, entity_id, kind, fields)
        values (${next}, ${id}, ${entityId}, ${kind}, ${JSON.stringify(fields)}::jsonb)`.execute(connection)
    }
    id = next
  }
}
