/** The two services, as the settings name them. Clients are read when they are asked for. */
import type { Compute } from '../../../sdks/typescript/src/index.ts'
import { connectionOf, type Environment } from '../settings/settings.ts'
import type { Failure } from './failures.ts'
import type { Reputation } from './reputation.ts'

export { apiNames } from './api-names.ts'
export type { Alert, Match, NearMatch, Reputation, ReputationScore, Screening } from './reputation.ts'

export type Asked = {
  env: Environment
  /** `--base-url`. */
  baseUrl: string | undefined
  /** Hears of attempts. */
  logger: { debug(message: string): void } | undefined
}

export async function connectCompute({ env, baseUrl, logger }: Asked): Promise<Compute> {
  const connection = await connectionOf('compute', env, baseUrl)
  const { Compute } = await import('../../../sdks/typescript/src/index.ts')
  return new Compute({ ...connection, logger })
}

export async function connectReputation({ env, baseUrl, logger }: Asked): Promise<Reputation> {
  const connection = await connectionOf('reputation', env, baseUrl)
  const { Reputation } = await import('./reputation.ts')
  return new Reputation({ ...connection, logger })
}

/** Undefined for what is no failure of a service or of what was asked, and so a fault of the program. */
export async function describeFailure(error: unknown): Promise<Failure | undefined> {
  const { failureOf } = await import('./failures.ts')
  return failureOf(error)
}

/** For agents over stdio. */
export const loadBridge = () => import('./mcp-bridge.ts')
