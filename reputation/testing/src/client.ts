import { newClient as newClientWithScopes } from '@service/foundation-testing/client.ts'
import type { RunningService } from './running-service.ts'

export { type ApiResponse, type Client, clientOf } from '@service/foundation-testing/client.ts'

/** A new company with a key of the scopes given. */
export const newClient = (service: RunningService, scopes: readonly string[] = ['screening:read']) =>
  newClientWithScopes(service, scopes)
