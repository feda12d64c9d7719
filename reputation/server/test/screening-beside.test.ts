/** What a screening shows beside its matches: listed parties near below the threshold, and those that a verdict silences. */
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { byTester as by } from '@service/foundation-testing/acts.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { fastestEngine, featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import type { TestEnvironment } from '@service/foundation-testing/test-environment.ts'
import { startReceiver, type TestReceiver } from '@service/foundation-testing/webhooks/receiver.ts'
import type {
  BatchResponse,
  RecordDetail,
  Replay,
  Screening,
  VerdictResponse,
} from '@service/reputation-server/screening/responses.ts'
import { type Client, clientOf, newClient } from '@service/reputation-testing/client.ts'
import { aUnList } from '@service/reputation-testing/lists/authority.ts'
import {
  newTestEnvironment,
  type RunningService,
  runService,
  useService,
} from '@service/reputation-testing/running-service.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

const listed = { name: 'Ismail Abdul Salah Haniya', surname: 'Haniya', entityId: 'OFAC:9639' }
const reference = 'customer 17'

const screen = async (client: Client, name: string, more: Record<string, string> = {}): Promise<Screening> => {
  const { status, body, text } = await client.get<Screening>('/api/v1/screen', { name, ...more })
  expect(status, text).toBe(200)
  return body
}
const give = (client: Client, { screeningId }: Screening, entityId: string, verdict: string) =>
  client.send<VerdictResponse>('POST', `/api/v1/screenings/${screeningId}/verdicts`, { entityId, verdict })
const idsOf = (shown: readonly { entityId: string }[]) => shown.map(({ entityId }) => entityId)
const recordOf = async (client: Client, { screeningId }: Screening): Promise<RecordDetail> =>
  (await client.get<RecordDetail>(`/api/v1/screenings/${screeningId}`)).body
const replay = async (client: Client, { screeningId }: Screening): Promise<Replay> =>
  (await client.send<Replay>('POST', `/api/v1/screenings/${screeningId}/replay`)).body

/** What the events of a company report, oldest first. They are written for companies with a registration. */
const eventsOf = async (service: RunningService, companyId: string) =>
  (
    await sql<{ data: { matches: { name: string }[] } }>`
      select data::jsonb as data from events where company_id = ${companyId} order by id`.execute(
      service.administration.db.connection,
    )
  ).rows.map(({ data }) => data)
const withWebhook = async (service: RunningService) => {
  const own = await newClient(service, ['screening:read', 'webhooks:manage'])
  const { url } = receiver
  const { status, text } = await own.send('POST', '/api/v1/webhooks', { url, events: ['screening.match'] })
  expect(status, text).toBe(201)
  return own
}

let receiver: TestReceiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

describe.each(featureEngines)('beside the matches on $name', (engine) => {
  const service = useService(engine)
  const client = beforeTests(() => newClient(service))
  describe('near', () => {
    test('a surname alone is clean, and shows who bears it, in words', async () => {
      const screening = await screen(client, `President ${listed.surname}`)
      expect(screening).toMatchObject({ clean: true, matches: [], suppressed: [] })
      const near = screening.near.find(({ entityId }) => entityId === listed.entityId)
      expect(near).toMatchObject({
        reason: 'one-word',
        sentence: 'Only one word of the names agrees.',
      })
      expect(near!.similarity).toBeLessThan(0.86)
      expect(near!.explanation.map(({ sentence }) => sentence)).toContain("'Haniya' is in both names.")
    })

    test('a listed name with another date of birth is near, and says which', async () => {
      const { clean, near } = await screen(client, listed.name, { dateOfBirth: '1999-01-01', lists: 'OFAC' })
      expect(clean).toBe(true)
      expect(near[0]).toMatchObject({ entityId: listed.entityId, similarity: 0.8, reason: 'date-of-birth' })
      expect(near[0]!.sentence).toMatch(/^The name matches\. The date of birth 1999-01-01 conflicts with the listed /)
    })

    test('is recorded, replayed, in batches and in CSV', async () => {
      const screening = await screen(client, listed.surname)
      const record = await recordOf(client, screening)
      expect(record.near?.map(({ entityId, reason, similarity }) => [entityId, reason, similarity])).toEqual(
        screening.near.map(({ entityId, reason, similarity }) => [entityId, reason, similarity]),
      )
      expect(record).toMatchObject({ clean: true, matches: [], suppressed: [] })
      expect(await replay(client, screening)).toMatchObject({ identical: true, near: { identical: true } })
      const batch = { names: [listed.surname] }
      const { screenings } = (await client.send<BatchResponse>('POST', '/api/v1/screen/batch', batch)).body
      expect(screenings[0]!.near).toEqual(screening.near)
      const csv = await client.get('/api/v1/screen', { name: listed.surname, format: 'csv' })
      const rows = csv.text.trimEnd().split('\r\n').slice(1)
      expect(rows).toHaveLength(1 + screening.near.length)
      expect(rows[0]).toContain(',clean,')
      expect(rows.filter((row) => row.includes(',near,one-word,'))).not.toEqual([])
    })

    test('of a record that is older than the field is null, and its replay says so', async () => {
      const screening = await screen(client, listed.surname)
      await sql`update screenings set near = null where id = ${screening.screeningId}`.execute(
        service.administration.db.connection,
      )
      expect((await recordOf(client, screening)).near).toBeNull()
      expect(await replay(client, screening)).toMatchObject({ identical: true, near: null })
    })

    test('is erased with the person', async () => {
      const own = await newClient(service)
      const screening = await screen(own, listed.surname)
      await service.administration.erasePerson(by, own.companyId, { name: listed.surname })
      expect(await recordOf(own, screening)).toMatchObject({ matches: null, near: null, suppressed: null })
    })
  })

  describe('a false match on a reference', () => {
    test('silences the entry for that reference alone, in any spelling, and fires no event', async () => {
      const own = await withWebhook(service)
      const first = await screen(own, listed.name, { reference })
      expect(first).toMatchObject({ clean: false, reference })
      expect(await eventsOf(service, own.companyId)).toHaveLength(1)
      for (const entityId of new Set([...idsOf(first.matches), ...idsOf(first.near)]))
        expect((await give(own, first, entityId, 'false-match')).body).toMatchObject({ forReference: true })

      const again = await screen(own, 'HANIYA, Ismaíl Abdul-Salah', { reference })
      expect(again).toMatchObject({ clean: true, matches: [], moreMatches: false })
      expect(idsOf(again.suppressed)).toEqual(idsOf(first.matches).concat(idsOf(first.near)))
      expect(again.suppressed[0]).toMatchObject({ similarity: 1, verdict: { verdict: 'false-match' } })
      expect(await eventsOf(service, own.companyId)).toHaveLength(1)
      const record = await recordOf(own, again)
      expect(record).toMatchObject({ clean: true, matches: [], parameters: { reference } })
      expect(record.suppressed?.map(({ verdictId }) => verdictId)).toEqual(
        again.suppressed.map(({ verdict }) => verdict!.verdictId),
      )
      expect(JSON.stringify(record)).not.toContain('entryState')
      expect(await replay(own, again)).toMatchObject({ identical: true, near: { identical: true } })
      const csv = await own.get('/api/v1/screen', { name: listed.name, reference, format: 'csv' })
      expect(csv.text).toContain(',false-match,suppressed,')

      for (const more of [{}, { reference: 'customer 18' }] as Record<string, string>[])
        expect(idsOf((await screen(own, listed.name, more)).matches)).toEqual(idsOf(first.matches))
      const other = await newClient(service)
      expect((await screen(other, listed.name, { reference })).suppressed).toEqual([])
    })

    test('is not shown to another party of the same name, but to one without a reference', async () => {
      const own = await newClient(service)
      await give(own, await screen(own, listed.name, { reference }), listed.entityId, 'true-match')
      const shown = async (more: Record<string, string>) =>
        (await screen(own, listed.name, more)).matches.find(({ entityId }) => entityId === listed.entityId)!.verdict
          ?.verdict
      expect(await shown({ reference })).toBe('true-match')
      expect(await shown({})).toBe('true-match')
      expect(await shown({ reference: 'customer 18' })).toBeUndefined()
    })

    test('ends with a true match on the suppressed entry', async () => {
      const own = await newClient(service)
      await give(own, await screen(own, listed.name, { reference }), listed.entityId, 'false-match')
      const silent = await screen(own, listed.name, { reference })
      expect(idsOf(silent.suppressed)).toEqual([listed.entityId])
      expect((await give(own, silent, listed.entityId, 'true-match')).status).toBe(201)
      const { matches, suppressed } = await screen(own, listed.name, { reference })
      expect(suppressed).toEqual([])
      expect(matches[0]).toMatchObject({ entityId: listed.entityId, verdict: { verdict: 'true-match' } })
      const { body } = await own.get<{ verdicts: VerdictResponse[] }>(
        `/api/v1/screenings/${silent.screeningId}/verdicts`,
      )
      expect(body.verdicts.map(({ verdict }) => verdict)).toEqual(['true-match', 'false-match'])
    })

    test('silences an entry that is near, and in a batch each name has its own reference', async () => {
      const own = await newClient(service)
      const first = await screen(own, listed.surname, { reference })
      expect((await give(own, first, listed.entityId, 'false-match')).status).toBe(201)
      const names = [reference, 'customer 18'].map((of) => ({ name: listed.surname, reference: of }))
      const { screenings } = (await own.send<BatchResponse>('POST', '/api/v1/screen/batch', { names })).body
      expect(screenings.map(({ suppressed }) => idsOf(suppressed))).toEqual([[listed.entityId], []])
      expect(idsOf(screenings[0]!.near)).not.toContain(listed.entityId)
      expect(idsOf(screenings[1]!.near)).toContain(listed.entityId)
    })

    test('without a reference silences nothing', async () => {
      const own = await newClient(service)
      await give(own, await screen(own, listed.name), listed.entityId, 'false-match')
      for (const more of [{}, { reference }] as Record<string, string>[]) {
        const { matches, suppressed } = await screen(own, listed.name, more)
        expect(suppressed).toEqual([])
        expect(matches[0]).toMatchObject({ entityId: listed.entityId, verdict: { verdict: 'false-match' } })
      }
    })
  })
})

describe.each([fastestEngine])('over changed lists on $name', (engine) => {
  let environment: TestEnvironment
  let service: RunningService | undefined
  const files: string[] = []
  afterEach(async () => {
    await service?.stop()
    await environment.remove()
    for (const file of files.splice(0)) rmSync(file)
  })

  const edition = (text: string): Record<string, string> => {
    const file = join(tmpdir(), `un-beside-${process.pid}-${engine.name}-${files.length}.xml`)
    writeFileSync(file, text)
    files.push(file)
    return { REPUTATION_UN_SOURCES: pathToFileURL(file).href }
  }

  test('a silenced entry returns when it has changed, and not before', { timeout: 120_000 }, async () => {
    environment = await newTestEnvironment(engine)
    service = await runService(engine, { environment, settings: edition(aUnList(10)) })
    let client: Client = await newClient(service)
    const { secret } = client as Awaited<ReturnType<typeof newClient>>
    const names = ['Given3 Sampleson', 'Given4 Sampleson']
    for (const name of names) {
      const first = await screen(client, name, { reference: name, lists: 'UN' })
      await give(client, first, first.matches[0]!.entityId, 'false-match')
    }
    await service.stop()
    const changed = aUnList(10, { date: '2026-11-10', renamed: [3] }).replace(
      '<SECOND_NAME>Renamedovich<',
      '<SECOND_NAME>Samplesson<',
    )
    service = await runService(engine, { environment, settings: edition(changed) })
    client = clientOf(service.baseUrl, secret)
    const shown = async (name: string) => {
      const { matches, suppressed } = await screen(client, name, { reference: name, lists: 'UN', threshold: '0.6' })
      return { matches: idsOf(matches), suppressed: idsOf(suppressed) }
    }
    await expect.poll(async () => (await shown(names[0]!)).matches.includes('UN:1003'), { timeout: 20_000 }).toBe(true)
    expect((await shown(names[0]!)).suppressed).toEqual([])
    expect((await shown(names[1]!)).suppressed).toEqual(['UN:1004'])
  })

  test('the event reports all matches, whatever the limit', { timeout: 120_000 }, async () => {
    environment = await newTestEnvironment(engine)
    const twins = aUnList(10).replaceAll(/Given[4567]/g, 'Given3')
    service = await runService(engine, { environment, settings: edition(twins) })
    const own = await withWebhook(service)
    const all = await screen(own, 'Given3 Sampleson', { lists: 'UN', threshold: '0.95' })
    expect(all).toMatchObject({ moreMatches: false, matches: Array(5).fill({ similarity: 1 }) })
    const one = await screen(own, 'Given3 Sampleson', { limit: '1', lists: 'UN', threshold: '0.95' })
    expect(one).toMatchObject({ moreMatches: true, matches: all.matches.slice(0, 1) })
    const low = await screen(own, 'Given3 Sampleson', { limit: '1', lists: 'UN', threshold: '0.3' })
    expect(low).toMatchObject({ moreMatches: true, matches: all.matches.slice(0, 1) })
    const [first, second, third] = (await eventsOf(service, own.companyId)).map(({ matches }) => matches.length)
    expect([first, second]).toEqual([5, 5])
    expect(third).toBeGreaterThanOrEqual(5)
  })
})
