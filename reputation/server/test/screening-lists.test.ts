/** The lists that a service screens against: one that is not there yet, and one that was added. */
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import type { Screening } from '@service/reputation-server/screening/responses.ts'
import { type Client, newClient } from '@service/reputation-testing/client.ts'
import { runService } from '@service/reputation-testing/running-service.ts'
import { expect, test } from 'vitest'

const screen = '/api/v1/screen'
const batch = '/api/v1/screen/batch'

test('while a list is missing, screening is 503 with Retry-After', async () => {
  const service = await runService(fastestEngine, {
    settings: { REPUTATION_UN_SOURCES: 'file:///nowhere/un.xml' },
    cold: true,
  })
  try {
    const client: Client = await newClient(service)
    const { status, headers, body } = await client.get(screen, { name: 'Jane Doe' })
    expect(status).toBe(503)
    expect(headers.get('Retry-After')).toBe('30')
    expect(headers.get('X-Service-Quota-Remaining')).toBeNull()
    expect(body).toMatchObject({ error: 'Service Unavailable', code: 'unavailable' })
    expect((await client.send('POST', batch, { names: ['Jane Doe'] })).status).toBe(503)

    // The rest of the service is there, and nobody learns where the list comes from.
    const message = async () => (await client.get<{ message: string }>(screen, { name: 'Jane Doe' })).body.message
    await expect
      .poll(message, { timeout: 30_000 })
      .toMatch(/UN is missing since \S+: the authority’s file could not be/)
    const ready = async (query: string) => fetch(`${service.baseUrl}/readyz${query}`)
    const states = ['', '?capability=screening', '?capability=news', '?capability=webhooks']
    const responses = await Promise.all(states.map(ready))
    expect(responses.map(({ status }) => status)).toEqual([200, 503, 200, 200])
    const texts = await Promise.all(responses.map((response) => response.text()))
    expect([...texts, await message()].join()).not.toContain('nowhere')
  } finally {
    await service.stop()
  }
})

test('an additional list is screened, selectable and documented like the others', async () => {
  const file = new URL('../src/lists/formats/fixtures/uk/UK-Sanctions-List.csv', import.meta.url)
  const service = await runService(fastestEngine, {
    settings: { REPUTATION_ADDITIONAL_LISTS: 'UK', REPUTATION_UK_SOURCES: file.href },
  })
  try {
    const client: Client = await newClient(service)
    const { body } = await client.get<Screening>(screen, { name: 'Jana Testovna Exemplarin', lists: 'UK' })
    expect(body.matches).toMatchObject([{ list: 'UK', entityId: 'UK:RUS9001', similarity: 1 }])
    expect(body.lists).toMatchObject([{ list: 'UK', entries: 3, publishedAt: '2026-11-02T00:00:00.000Z' }])
    const unknown = await client.get(screen, { name: 'Jana Exemplarin', lists: 'XX' })
    expect(unknown.body).toMatchObject({ details: [{ message: 'must be one of OFAC, EU, UN, UK' }] })
    const document = await (await fetch(`${service.baseUrl}/openapi.json`)).json()
    expect(document).toMatchObject({
      components: { schemas: { SanctionsList: { enum: ['OFAC', 'EU', 'UN', 'UK'] } } },
      info: { description: expect.stringContaining('the OFAC, EU, UN and UK sanctions lists') },
    })
  } finally {
    await service.stop()
  }
})
