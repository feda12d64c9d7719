/** What stays of a screening: its record, its replay, the verdicts on its matches, and what an erasure leaves. */

import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as audit from '@service/foundation/audit/audit.ts'
import { byTester as by } from '@service/foundation-testing/acts.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { fastestEngine, featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { exportOf } from '@service/foundation-testing/http/export-of.ts'
import type { TestEnvironment } from '@service/foundation-testing/test-environment.ts'
import type {
  RecordDetail,
  Replay,
  Screening,
  VerdictResponse,
} from '@service/reputation-server/screening/responses.ts'
import { clientOf, newClient } from '@service/reputation-testing/client.ts'
import { aUnList } from '@service/reputation-testing/lists/authority.ts'
import {
  newTestEnvironment,
  type RunningService,
  runService,
  useService,
} from '@service/reputation-testing/running-service.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import * as listStore from '../src/lists/store.ts'
import { screeningPruners } from '../src/screening/pruners.ts'
import { citedVersions } from '../src/screening/store.ts'

const screenings = '/api/v1/screenings'
const listed = { name: 'Ismail Abdul Salah Haniya', entityId: 'OFAC:9639' }

type Client = Awaited<ReturnType<typeof newClient>>
type Page = { screenings: { screeningId: string; query: string | null }[]; nextCursor: string | null }

const screen = async (client: Client, name: string, more: Record<string, string> = {}): Promise<Screening> =>
  (await client.get<Screening>('/api/v1/screen', { name, ...more })).body

describe.each(featureEngines)('records on $name', (engine) => {
  const service = useService(engine)
  const client = beforeTests(() => newClient(service))

  test('a record has the actor, the query, the time, the matches and the lists', async () => {
    const asked = {
      threshold: '0.8',
      type: 'individual',
      lists: 'OFAC,EU',
      dateOfBirth: '1963',
      country: 'ps',
      limit: '5',
    }
    const response = await client.get<Screening>('/api/v1/screen', { name: listed.name, ...asked })
    const { screeningId, matches } = response.body
    const { body } = await client.get<RecordDetail>(`${screenings}/${screeningId}`)
    expect(body).toMatchObject({
      screeningId,
      keyId: client.keyId,
      requestId: response.headers.get('X-Service-Request-Id'),
      query: listed.name,
      clean: false,
      legalHold: false,
      redactedAt: null,
      parameters: {
        threshold: 0.8,
        limit: 5,
        type: 'individual',
        lists: ['OFAC', 'EU'],
        dateOfBirth: '1963',
        country: 'PS',
      },
    })
    expect(Math.abs(Date.parse(body.screenedAt) - Date.now())).toBeLessThan(60_000)
    expect(body.engineVersion).toMatch(/^\w+$/)
    expect(body.lists.map(({ list }) => list).sort()).toEqual(['EU', 'OFAC', 'UN'])
    expect(body.matches).toEqual(
      matches.map(({ list, name, similarity, primaryName, entityId, subjectId, type }) => ({
        list,
        name,
        similarity,
        primaryName,
        entityId,
        subjectId,
        type,
      })),
    )
  })

  test('records are listed newest first, in pages that stay right while others are added', async () => {
    const own = await newClient(service)
    const made: string[] = []
    for (const name of ['Jane Doe', listed.name, 'John Doe', 'Mary Major'])
      made.unshift((await screen(own, name)).screeningId)
    const first = (await own.get<Page>(screenings, { limit: '3' })).body
    expect(first.screenings.map(({ screeningId }) => screeningId)).toEqual(made.slice(0, 3))
    await screen(own, 'Richard Miles')
    const second = (await own.get<Page>(screenings, { limit: '3', cursor: first.nextCursor! })).body
    expect(second.screenings.map(({ screeningId }) => screeningId)).toEqual(made.slice(3))
    expect(second.nextCursor).toBeNull()
    const found = (await own.get<Page>(screenings, { clean: 'false' })).body.screenings
    expect(found.map(({ query }) => query)).toEqual([listed.name])
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    expect((await own.get<Page>(screenings, { since: tomorrow })).body.screenings).toEqual([])
    expect((await own.get<Page>(screenings, { since: '2020-01-01' })).body.screenings).toHaveLength(5)
  })

  test('records are exported whole, as the list has them, and from any of them on', async () => {
    const own = await newClient(service)
    for (const name of ['Jane Doe', listed.name, 'John Doe']) await screen(own, name)
    const { items, cursors } = await exportOf<Page['screenings'][number]>(own, screenings, { limit: '1' })
    expect(items).toEqual((await own.get<Page>(screenings)).body.screenings)
    expect((await exportOf(own, screenings, { cursor: cursors[0]! })).items).toEqual(items.slice(1))
    expect((await exportOf<{ query: string }>(own, screenings, { clean: 'false' })).items).toMatchObject([
      { query: listed.name },
    ])
    expect((await exportOf(await newClient(service), screenings)).items).toEqual([])
  })

  test.each([{ since: 'yesterday' }, { since: '2026-02-30T00:00:00' }, { cursor: 'x' }, { clean: 'maybe' }])(
    '%j is 400',
    async (query) => {
      expect((await client.get(screenings, query as Record<string, string>)).status).toBe(400)
    },
  )

  test.each(['scr_0', 'x'.repeat(150), 'scr_%00', "'; drop table screenings"])(
    'there is no screening %s',
    async (id) => {
      for (const path of ['', '/verdicts'])
        expect((await client.get(`${screenings}/${encodeURIComponent(id)}${path}`)).status).toBe(404)
      expect((await client.send('POST', `${screenings}/${encodeURIComponent(id)}/replay`)).status).toBe(404)
    },
  )

  test('a replay is identical under the same engine', async () => {
    const { screeningId } = await screen(client, listed.name, { threshold: '0.5', limit: '3' })
    const { body } = await client.send<Replay>('POST', `${screenings}/${screeningId}/replay`)
    expect(body).toMatchObject({ screeningId, identical: true, differences: [] })
    expect(body.engineVersion.now).toBe(body.engineVersion.recorded)
  })

  test('a replay reports differences, with both engine versions', async () => {
    const { screeningId, matches } = await screen(client, listed.name, { threshold: '0.5' })
    const { connection } = service.administration.db
    await sql`
      with other as (
        insert into screening_bases (engine_version, version_ids)
        select 'earlier', b.version_ids from screening_bases b join screenings s on s.basis_id = b.id
         where s.id = ${screeningId} returning id)
      update screenings set basis_id = (select id from other), results = jsonb_set(results, '{0,similarity}', '0.97')
       where id = ${screeningId}`.execute(connection)
    const { body } = await client.send<Replay>('POST', `${screenings}/${screeningId}/replay`)
    const { entityId, name, similarity } = matches[0]!
    expect(body).toMatchObject({
      identical: false,
      engineVersion: { recorded: 'earlier' },
      differences: [{ entityId, recorded: { name, similarity: 0.97, rank: 1 }, now: { name, similarity, rank: 1 } }],
    })
  })

  describe('verdicts', () => {
    const give = (client: Client, screeningId: string, body: unknown) =>
      client.send<VerdictResponse>('POST', `${screenings}/${screeningId}/verdicts`, body)

    test('a verdict is shown on later matches of the same name, in any spelling, and nowhere else', async () => {
      const own = await newClient(service)
      const { screeningId } = await screen(own, listed.name)
      const given = { entityId: listed.entityId, verdict: 'false-match', note: 'Another man.', reviewer: 'A. Reviewer' }
      const { status, body } = await give(own, screeningId, given)
      expect(status).toBe(201)
      expect(body).toEqual({
        ...given,
        name: listed.name,
        verdictId: expect.stringMatching(/^vrd_/),
        keyId: own.keyId,
        actor: `key:${own.keyId}`,
        screeningId,
        givenAt: expect.any(String),
        forReference: false,
        actorName: 'Test',
        withdrawnAt: null,
        withdrawnBy: null,
      })
      const verdictOn = async (client: Client, name: string) =>
        (await screen(client, name)).matches.find(({ entityId }) => entityId === listed.entityId)?.verdict
      const { verdictId, verdict, note, reviewer, givenAt } = body
      for (const name of [listed.name, 'HANIYA, Ismaíl Abdul-Salah']) {
        expect(await verdictOn(own, name), name).toEqual({ verdictId, verdict, note, reviewer, givenAt })
      }
      expect(await verdictOn(own, 'Ismail Haniya')).toBeUndefined()
      expect(await verdictOn(client, listed.name)).toBeUndefined()
    })

    test('a later verdict replaces the earlier one, which stays in the history and the audit', async () => {
      const own = await newClient(service)
      const { screeningId } = await screen(own, listed.name)
      const first = (await give(own, screeningId, { entityId: listed.entityId, verdict: 'false-match' })).body
      const later = await screen(own, listed.name)
      await give(own, later.screeningId, { entityId: listed.entityId, verdict: 'true-match', note: 'Passport seen.' })
      const batch = { names: ['Jane Doe', listed.name] }
      const { screenings: shown } = (await own.send<{ screenings: Screening[] }>('POST', '/api/v1/screen/batch', batch))
        .body
      expect(shown[1]!.matches[0]!.verdict).toMatchObject({ verdict: 'true-match', note: 'Passport seen.' })
      for (const path of [`${screenings}/${screeningId}/verdicts`, '/api/v1/verdicts']) {
        const { body } = await own.get<{ verdicts: VerdictResponse[] }>(path, { limit: '5' })
        expect(
          body.verdicts.map(({ verdict }) => verdict),
          path,
        ).toEqual(['true-match', 'false-match'])
      }
      const events = await audit.list(service.administration.db.connection, { companyId: own.companyId }, 2)
      expect(events[0]).toMatchObject({
        action: 'verdict.give',
        actor: `key:${own.keyId}`,
        before: { verdictId: first.verdictId, verdict: 'false-match' },
        after: { verdict: 'true-match', entityId: listed.entityId },
      })
      expect(JSON.stringify(events)).not.toContain('Haniya')
    })

    test('pages and entries narrow the list', async () => {
      const own = await newClient(service)
      const { screeningId } = await screen(own, listed.name)
      for (const verdict of ['true-match', 'false-match', 'true-match'])
        await give(own, screeningId, { entityId: listed.entityId, verdict })
      type Verdicts = { verdicts: VerdictResponse[]; nextCursor: string | null }
      const first = (await own.get<Verdicts>('/api/v1/verdicts', { limit: '2' })).body
      expect(first.verdicts).toHaveLength(2)
      const second = (await own.get<Verdicts>('/api/v1/verdicts', { limit: '2', cursor: first.nextCursor! })).body
      expect(second.verdicts).toHaveLength(1)
      expect((await own.get<Verdicts>('/api/v1/verdicts', { entityId: 'UN:1' })).body.verdicts).toEqual([])
      expect((await own.get('/api/v1/verdicts', { entityId: 'UN:\0' })).status).toBe(400)
    })

    test.each([
      { entityId: 'OFAC:1', verdict: 'true-match' },
      { entityId: listed.entityId, verdict: 'maybe' },
      { entityId: listed.entityId, verdict: 'true-match', note: 'a\0b' },
      { entityId: listed.entityId, verdict: 'true-match', reviewer: '\ud800' },
      {},
    ])('%j is 400', async (body) => {
      const { screeningId } = await screen(client, listed.name)
      expect((await give(client, screeningId, body)).status).toBe(400)
    })
  })

  describe('erasure', () => {
    const erase = (companyId: string, name: string) => service.administration.erasePerson(by, companyId, { name })
    const rows = async (companyId: string) =>
      (
        await sql<{ text: string }>`
          select s::text as text from screenings s where company_id = ${companyId}
          union all select v::text from verdicts v where company_id = ${companyId}`.execute(
          service.administration.db.connection,
        )
      ).rows.map(({ text }) => text)

    test('keeps id, time and a hash of a screening, in any spelling of the name', async () => {
      const own = await newClient(service)
      const { screeningId } = await screen(own, 'HANIYA, Ismaíl Abdul Salah', { dateOfBirth: '1963-01-29' })
      await own.send('POST', `${screenings}/${screeningId}/verdicts`, {
        entityId: listed.entityId,
        verdict: 'true-match',
        note: 'Told by his brother.',
      })
      const other = await screen(own, 'Jane Doe')
      const report = await erase(own.companyId, listed.name)
      expect(report).toMatchObject({ screenings: { redacted: 1, held: 0 }, verdicts: { redacted: 1, held: 0 } })
      const left = (await rows(own.companyId)).join('\n')
      for (const word of ['Haniya', 'HANIYA', '1963', 'brother']) expect(left).not.toContain(word)
      expect(left).toContain('Jane Doe')
      const { body } = await own.get<RecordDetail>(`${screenings}/${screeningId}`)
      expect(body).toMatchObject({ query: null, parameters: null, matches: null, redactedAt: expect.any(String) })
      const { rows: hashes } = await sql<{ length: number }>`
        select octet_length(original_sha256) as length from screenings where id = ${screeningId}`.execute(
        service.administration.db.connection,
      )
      expect(hashes[0]!.length).toBe(32)
      expect((await own.send('POST', `${screenings}/${screeningId}/replay`)).status).toBe(409)
      expect((await own.get<RecordDetail>(`${screenings}/${other.screeningId}`)).body.query).toBe('Jane Doe')
      expect(
        (await own.get<{ verdicts: unknown[] }>(`${screenings}/${screeningId}/verdicts`)).body.verdicts,
      ).toMatchObject([{ name: null, note: null, verdict: 'true-match' }])
      expect((await screen(own, listed.name)).matches[0]!.verdict).toMatchObject({ verdict: 'true-match', note: null })
    })

    test('skips a record under legal hold, until the hold ends', async () => {
      const own = await newClient(service)
      const { screeningId } = await screen(own, 'Jane Doe')
      const hold = (held: boolean) => own.send<RecordDetail>('PUT', `${screenings}/${screeningId}/legal-hold`, { held })
      expect((await hold(true)).body.legalHold).toBe(true)
      expect(await erase(own.companyId, 'Jane Doe')).toMatchObject({ screenings: { redacted: 0, held: 1 } })
      await hold(false)
      expect(await erase(own.companyId, 'Jane Doe')).toMatchObject({ screenings: { redacted: 1, held: 0 } })
      const events = await audit.list(service.administration.db.connection, { target: screeningId }, 5)
      expect(events.map(({ after }) => after)).toEqual([{ legalHold: false }, { legalHold: true }])
    })

    test('pruning removes old records and verdicts in batches, and keeps those under hold', async () => {
      const own = await newClient(service)
      const made = [await screen(own, listed.name), await screen(own, listed.name), await screen(own, 'Jane Doe')]
      for (const { screeningId, matches } of made.slice(0, 2))
        await own.send('POST', `${screenings}/${screeningId}/verdicts`, {
          entityId: matches[0]!.entityId,
          verdict: 'true-match',
        })
      await own.send('PUT', `${screenings}/${made[0]!.screeningId}/legal-hold`, { held: true })
      const { db } = service.administration
      await sql`update screenings set at = '2001-01-01' where company_id = ${own.companyId}`.execute(db.connection)
      await sql`update verdicts set at = '2001-01-01' where company_id = ${own.companyId}`.execute(db.connection)
      const prune = (limit: number) =>
        Promise.all(screeningPruners.map((pruner) => pruner.prune(db.connection, new Date('2002-01-01'), limit)))
      expect(await prune(1)).toEqual([1, 1, 0, 0])
      expect(await prune(10)).toEqual([0, 1, expect.any(Number), 0])
      expect(await rows(own.companyId)).toHaveLength(2)
    })
  })
})

describe.each([fastestEngine])('records over changed lists and restarts on $name', (engine) => {
  let environment: TestEnvironment
  let service: RunningService | undefined
  const files: string[] = []
  afterEach(async () => {
    await service?.stop()
    await environment.remove()
    for (const file of files.splice(0)) rmSync(file)
  })

  /** A file of its own for each edition: another address is asked for at once. */
  function edition(text: string): Record<string, string> {
    const file = join(tmpdir(), `un-${process.pid}-${engine.name}-${files.length}.xml`)
    writeFileSync(file, text)
    files.push(file)
    return { REPUTATION_UN_SOURCES: pathToFileURL(file).href }
  }

  test('a replay uses the old versions, verdicts stay, and old versions are kept while cited', {
    timeout: 120_000,
  }, async () => {
    environment = await newTestEnvironment(engine)
    service = await runService(engine, { environment, settings: edition(aUnList(10)) })
    let client = await newClient(service)
    const { secret } = client
    const name = 'Given3 Sampleson'
    const before = await screen(client, name)
    expect(before.matches[0]).toMatchObject({ entityId: 'UN:1003', similarity: 1 })
    await client.send('POST', `${screenings}/${before.screeningId}/verdicts`, {
      entityId: 'UN:1003',
      verdict: 'false-match',
    })
    await service.stop()

    service = await runService(engine, {
      environment,
      settings: edition(aUnList(10, { date: '2026-11-10', renamed: [3] })),
    })
    const { db } = service.administration
    await expect
      .poll(async () => (await sql`select from list_versions where list = 'UN'`.execute(db.connection)).rows.length, {
        timeout: 20_000,
      })
      .toBe(2)
    client = { ...client, ...clientOf(service.baseUrl, secret) }
    await expect
      .poll(async () => (await screen(client, name, { threshold: '0.5' })).matches[0]?.similarity, { timeout: 20_000 })
      .not.toBe(1)
    const after = await screen(client, name, { threshold: '0.5' })
    expect(after.matches.find(({ entityId }) => entityId === 'UN:1003')?.verdict?.verdict).toBe('false-match')

    const replay = await client.send<Replay>('POST', `${screenings}/${before.screeningId}/replay`)
    expect(replay.body).toMatchObject({ identical: true, differences: [] })

    // Two more editions later, only a citation keeps the first from being dropped.
    const old = (await client.get<RecordDetail>(`${screenings}/${before.screeningId}`)).body.lists.find(
      ({ list }) => list === 'UN',
    )!
    await sql`update list_states set previous_id = null`.execute(db.connection)
    await sql`update list_versions set superseded_at = '2026-01-01' where id = ${old.versionId}`.execute(db.connection)
    expect(await listStore.pruneVersions(db.connection, citedVersions, new Date())).toBe(0)
    await sql`delete from screenings`.execute(db.connection)
    expect(await listStore.pruneVersions(db.connection, citedVersions, new Date())).toBe(1)
  })
})
