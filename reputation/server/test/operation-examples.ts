/**
 * One request that succeeds for each operation of the API, by `operationId`: the walk over the document needs it to
 * tell what credentials and companies change. An operation without an example here fails the walk.
 */
import type { RunningService } from './running-service.ts'

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
}
