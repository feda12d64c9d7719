/** What a person at a desk needs of screenings: matches that wait, verdicts taken back, search, and what a record rests on. */
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import type { Evidence, ThresholdTrial } from '@service/reputation-server/screening/evidence/responses.ts'
import type { Screening, VerdictResponse } from '@service/reputation-server/screening/responses.ts'
import { newClient } from '@service/reputation-testing/client.ts'
import { useService } from '@service/reputation-testing/running-service.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

const listed = { name: 'Ismail Abdul Salah Haniya', entityId: 'OFAC:9639' }

type Client = Awaited<ReturnType<typeof newClient>>
type Undecided = { count: number; matches: { screeningId: string; query: string; match: { entityId: string } }[] }
type Found = {
  screenings: { screeningId: string; undecided: number; falseMatches: number }[]
  nextCursor: string | null
}

const screen = async (client: Client, name: string, more: Record<string, string> = {}): Promise<Screening> =>
  (await client.get<Screening>('/api/v1/screen', { name, ...more })).body
const undecided = async (client: Client) => (await client.get<Undecided>('/api/v1/undecided-matches')).body
const give = async (client: Client, screeningId: string, verdict: string, entityId = listed.entityId) =>
  (await client.send<VerdictResponse>('POST', `/api/v1/screenings/${screeningId}/verdicts`, { entityId, verdict })).body
const withdraw = (client: Client, screeningId: string, verdictId: string) =>
  client.send<VerdictResponse>('DELETE', `/api/v1/screenings/${screeningId}/verdicts/${verdictId}`)
const search = async (client: Client, body: object) =>
  (await client.send<Found>('POST', '/api/v1/screenings/search', body)).body

describe.each(featureEngines)('at the desk on $name', (engine) => {
  const service = useService(engine)

  describe('matches that wait for a verdict', () => {
    test('are one for each party and entry, with the newest screening, the most similar first', async () => {
      const client = await newClient(service)
      await screen(client, listed.name)
      const near = await screen(client, 'Ismael Haniyeh Salah')
      const again = await screen(client, 'haniya, ISMAIL Abdul Salah')
      const { count, matches } = await undecided(client)
      expect(count).toBe(matches.length)
      const waiting = matches.map(({ screeningId, match }) => `${screeningId} ${match.entityId}`)
      expect(waiting).toEqual([...again.matches, ...near.matches].map(() => expect.any(String)))
      expect(waiting[0]).toBe(`${again.screeningId} ${listed.entityId}`)
    })

    test('page by page, each once', async () => {
      const client = await newClient(service)
      await client.send('POST', '/api/v1/screen/batch', {
        names: Array.from({ length: 7 }, (_, i) => ({ name: listed.name, reference: `customer ${i}` })),
      })
      const seen: string[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const { body } = await client.get<Undecided & { nextCursor: string | null }>('/api/v1/undecided-matches', {
          limit: '3',
          ...(cursor && { cursor }),
        })
        seen.push(...body.matches.map(({ screeningId, match }) => `${screeningId} ${match.entityId}`))
        cursor = body.nextCursor
      }
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen).toHaveLength((await undecided(client)).count)
    })

    test('a verdict takes them out for every screening of the name, and back when it is withdrawn', async () => {
      const client = await newClient(service)
      const { screeningId } = await screen(client, listed.name)
      const before = (await undecided(client)).count
      const verdict = await give(client, screeningId, 'false-match')
      expect((await undecided(client)).count).toBe(before - 1)
      await screen(client, listed.name)
      expect((await undecided(client)).count).toBe(before - 1)

      const { status, body } = await withdraw(client, screeningId, verdict.verdictId)
      expect([status, body.withdrawnBy]).toEqual([200, `key:${client.keyId}`])
      expect((await undecided(client)).count).toBe(before)
    })

    test('of another company are not shown', async () => {
      await screen(await newClient(service), listed.name)
      expect(await undecided(await newClient(service))).toEqual({ count: 0, matches: [], nextCursor: null })
    })

    test('from before there was a list of them are there, and the decided ones are not', async () => {
      const client = await newClient(service)
      const open = await screen(client, listed.name)
      const decided = await screen(client, listed.name, { reference: 'customer 1' })
      await give(client, decided.screeningId, 'false-match')
      const { connection } = service.administration.db
      const company = client.companyId
      await sql`delete from undecided_matches where company_id = ${company}`.execute(connection)
      for (const { screeningId } of [open, decided]) {
        await sql`
          insert into undecided_matches (company_id, name_sha256, reference_sha256, entity_id, screening_id, similarity)
          values (${company}, ${`legacy ${screeningId}`}, '', ${listed.entityId}, ${screeningId}, 1)`.execute(
          connection,
        )
      }
      const { matches } = await undecided(client)
      expect(matches.map(({ screeningId }) => screeningId)).toEqual([])
      await withdrawAll(client, decided.screeningId)
      expect((await undecided(client)).matches.map(({ screeningId }) => screeningId)).toContain(decided.screeningId)
    })
  })

  describe('a verdict that is taken back', () => {
    test('silences nothing, shows nothing and stays in the history', async () => {
      const client = await newClient(service)
      const reference = { reference: 'customer 9' }
      const first = await screen(client, listed.name, reference)
      const { verdictId } = await give(client, first.screeningId, 'false-match')
      expect((await screen(client, listed.name, reference)).suppressed).toHaveLength(1)
      await withdraw(client, first.screeningId, verdictId)
      const { suppressed, matches } = await screen(client, listed.name, reference)
      expect(suppressed).toEqual([])
      expect(matches.find(({ entityId }) => entityId === listed.entityId)?.verdict).toBeUndefined()
      const { body } = await client.get<{ verdicts: VerdictResponse[] }>(
        `/api/v1/screenings/${first.screeningId}/verdicts`,
      )
      expect(body.verdicts).toMatchObject([{ verdictId, withdrawnAt: expect.any(String) }])
    })

    test('lets the one before it stand again', async () => {
      const client = await newClient(service)
      const { screeningId } = await screen(client, listed.name)
      await give(client, screeningId, 'true-match')
      const { verdictId } = await give(client, screeningId, 'false-match')
      await withdraw(client, screeningId, verdictId)
      const { matches } = await screen(client, listed.name)
      expect(matches.find(({ entityId }) => entityId === listed.entityId)?.verdict?.verdict).toBe('true-match')
    })

    test('is found under the screening it was given on alone', async () => {
      const client = await newClient(service)
      const { screeningId } = await screen(client, listed.name)
      const other = await screen(client, listed.name)
      const { verdictId } = await give(client, screeningId, 'true-match')
      expect((await withdraw(client, other.screeningId, verdictId)).status).toBe(404)
    })
  })

  describe('a search', () => {
    const client = beforeTests(() => newClient(service))

    test('finds by words of the name, the reference and the listed names, in any order and case', async () => {
      const { screeningId } = await screen(client, listed.name, { reference: 'Customer 4711' })
      await screen(client, 'Ilse Invented')
      for (const text of ['haniya ismail', 'CUSTOMER 4711', listed.entityId, screeningId]) {
        const { screenings } = await search(client, { text })
        expect(screenings.map((one) => one.screeningId)).toContain(screeningId)
      }
      expect((await search(client, { text: 'ilse invented' })).screenings).toHaveLength(1)
      expect((await search(client, { text: '%' })).screenings).toEqual([])
    })

    test('finds by verdict', async () => {
      const own = await newClient(service)
      const { screeningId, matches } = await screen(own, listed.name)
      await screen(own, 'Ilse Invented')
      expect((await search(own, { verdict: 'undecided' })).screenings).toMatchObject([
        { screeningId, undecided: matches.length },
      ])
      await give(own, screeningId, 'false-match')
      expect((await search(own, { verdict: 'false-match' })).screenings).toMatchObject([
        { screeningId, falseMatches: 1, undecided: matches.length - 1 },
      ])
      expect((await search(own, { verdict: 'true-match' })).screenings).toEqual([])
    })

    test('goes on page by page', async () => {
      const own = await newClient(service)
      for (let i = 0; i < 5; i++) await screen(own, `Ilse Invented ${i}`)
      const first = await search(own, { limit: 3 })
      const second = await search(own, { limit: 3, cursor: first.nextCursor })
      const ids = [...first.screenings, ...second.screenings].map((one) => one.screeningId)
      expect([ids.length, new Set(ids).size, second.nextCursor]).toEqual([5, 5, null])
    })
  })

  describe('what a record rests on', () => {
    const client = beforeTests(() => newClient(service))

    test('has the comparison, which adds up to the similarity, and what the list says of the entry', async () => {
      const asked = await screen(client, 'Ismael Haniyeh Salah', { threshold: '0.7' })
      const { body } = await client.get<Evidence>(`/api/v1/screenings/${asked.screeningId}/evidence`)
      expect(body.entries.map(({ entityId }) => entityId)).toEqual(
        [...asked.matches, ...asked.near].map(({ entityId }) => entityId),
      )
      for (const { recorded, found } of body.entries) {
        expect(found?.similarity).toBe(recorded?.similarity)
        expect(found?.sum.score).toBeCloseTo(recorded?.similarity ?? 0, 4)
      }
      const [first] = body.entries
      expect(first?.found?.names[0]).toMatchObject({ name: first?.recorded?.primaryName, kind: 'primary' })
    })

    test('on the lists of now shows what is found now', async () => {
      const { screeningId } = await screen(client, listed.name)
      await give(client, screeningId, 'true-match')
      const { body } = await client.get<Evidence>(`/api/v1/screenings/${screeningId}/evidence`, { lists: 'now' })
      const entry = body.entries.find(({ entityId }) => entityId === listed.entityId)
      expect(entry).toMatchObject({ shown: 'match', found: { similarity: 1 }, verdict: { verdict: 'true-match' } })
    })

    test('a lower threshold finds more, and says what it costs', async () => {
      const { screeningId } = await screen(client, 'Salah Haniya')
      const { body } = await client.get<ThresholdTrial>(`/api/v1/screenings/${screeningId}/threshold-trial`)
      expect(body.threshold).toBe(0.86)
      expect(body.matches.length).toBeGreaterThan(0)
      expect(body.matches.every(({ similarity }) => similarity >= 0.7)).toBe(true)
      const rates = body.falseAlerts.map(({ percent }) => percent)
      expect(rates).toEqual(rates.toSorted((one, other) => other - one))
    })
  })
})

async function withdrawAll(client: Client, screeningId: string): Promise<void> {
  const { body } = await client.get<{ verdicts: VerdictResponse[] }>(`/api/v1/screenings/${screeningId}/verdicts`)
  for (const { verdictId } of body.verdicts) await withdraw(client, screeningId, verdictId)
}
