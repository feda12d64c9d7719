import { clientOf } from '@service/reputation-testing/client.ts'
import type { RouteCases, World } from './route-case.ts'

/** A match with a verdict that was taken back, and one that waits. */
async function aRecord({ service, full }: World): Promise<string> {
  const { secret } = await service.newKey(full, { scopes: ['screening:read'] })
  const client = clientOf(service.baseUrl, secret)
  const { body } = await client.get<{ screeningId: string; matches: { entityId: string }[] }>('/api/v1/screen', {
    name: 'Ismail Abdul Salah Haniya',
    reference: `<img src=x onerror=alert(1)> ${'x'.repeat(120)}`,
    dateOfBirth: '1963',
  })
  const { screeningId } = body
  const verdict = { entityId: body.matches[0]?.entityId, verdict: 'false-match', note: '<b>another</b> man \u202e' }
  const at = `/api/v1/screenings/${screeningId}/verdicts`
  const given = await client.send<{ verdictId: string }>('POST', at, verdict)
  await client.send('DELETE', `${at}/${given.body.verdictId}`)
  return screeningId
}

async function aBatch({ service, full }: World): Promise<string> {
  const { secret } = await service.newKey(full, { scopes: ['screening:read'] })
  const client = clientOf(service.baseUrl, secret)
  const names = ['Ismail Abdul Salah Haniya', `Ilse ${'x'.repeat(200)}`, '=HYPERLINK("http://example.com")'].map(
    (name) => ({ name }),
  )
  const { body } = await client.send<{ batchId: string }>('POST', '/api/v1/screening-batches', {
    names,
    label: `<b>${'customers'.repeat(15)}</b>.csv`,
  })
  return body.batchId
}

export const cases: RouteCases = {
  '/screening': {
    at: async (world) => {
      await aRecord(world)
      return '/screening?view=undecided'
    },
    shows: 'True match',
    empty: { at: '/screening?view=records', shows: 'Nothing has been screened yet' },
  },
  '/screening/$screeningId': {
    at: async (world) => `/screening/${await aRecord(world)}`,
    shows: 'withdrawn',
  },
  '/screening/batches': {
    at: async (world) => `/screening/batches?batch=${await aBatch(world)}`,
    shows: 'CSV of all rows',
    empty: { at: '/screening/batches', shows: 'No batch yet' },
  },
}
