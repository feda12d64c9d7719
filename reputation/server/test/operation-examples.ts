/**
 * One request that succeeds for each operation of the API, by `operationId`: the walk over the document needs it to
 * tell what credentials and companies change. An operation without an example here fails the walk.
 */
import type { RunningService } from './running-service.ts'

/** Stands on the excerpt of the OFAC list. */
const listed = { name: 'Ismail Abdul Salah Haniya', entityId: 'OFAC:9639' }

type Owner = { companyId: string; userId: string }

export type OperationExample = {
  query?: Record<string, string>
  body?: unknown
  /**
   * For a path with ids: makes the thing they name for the owner and returns them. With another company's key the same
   * request must then answer as if there were no such thing.
   */
  path?: (service: RunningService, owner: Owner) => Promise<Record<string, string>>
}

export const operationExamples: Record<string, OperationExample> = {
  getHealth: {},
  getReadiness: {},
  screenName: { query: { name: 'Jane Doe' } },
  screenBatch: { body: { names: ['Jane Doe', { name: 'John Doe', dateOfBirth: '1990' }] } },
  listScreenings: {},
  getScreening: { path: aScreening },
  replayScreening: { path: aScreening },
  holdScreening: { path: aScreening, body: { held: false } },
  giveVerdict: { path: aScreening, body: { entityId: listed.entityId, verdict: 'false-match' } },
  listScreeningVerdicts: { path: aScreening },
  listVerdicts: {},
}

async function aScreening(service: RunningService, owner: Owner): Promise<Record<string, string>> {
  const { secret } = await service.newKey(owner)
  const answer = await fetch(`${service.baseUrl}/api/v1/screen?${new URLSearchParams({ name: listed.name })}`, {
    headers: { Authorization: `Bearer ${secret}` },
  })
  return { id: ((await answer.json()) as { screeningId: string }).screeningId }
}
