/**
 * What a deployment writes, from its engine to its customer. Logs are those of the present attempt, or of the last; they
 * are kept where the deployment ran, for some time after its end, and nowhere else: not outside the country either.
 *
 * A reader who follows waits for the instance to exist, and reads until it ends, the reader goes, or the service does.
 */
import { hasEnded } from '@service/compute-domain/deployments/status.ts'
import { type Engine, EngineFault, type LogLine } from '@service/compute-engines/engine.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { Problem } from '@service/foundation/problem.ts'
import { allocations } from '../allocations/allocations.ts'
import type { Changes, ReadDeployment } from '../deployments/deployments.ts'
import type { PlacedDeployment } from '../deployments/model/deployment.ts'
import { type LogPosition, type PlacedLine, placeLines, sinceOf } from './log-position.ts'

export type LogQuery = {
  follow: boolean
  since: Date | undefined
  tail: number | undefined
  after: LogPosition | undefined
}

/** Throws where there is no such deployment or its logs are gone; the lines throw `EngineFault`. */
export type ReadLogs = (
  companyId: string,
  id: string,
  query: LogQuery,
  signal: AbortSignal,
) => Promise<AsyncGenerator<PlacedLine, void, undefined>>

type Deps = {
  db: Database
  readDeployment: ReadDeployment
  changes: Changes
  engineOf: (hubId: string) => Engine | undefined
}

/** How long a reader who follows waits for a first instance. */
const maxWaitMs = 3_600_000

export function makeReadLogs({ db, readDeployment, changes, engineOf }: Deps): ReadLogs {
  const attemptOf = async ({ id }: PlacedDeployment, companyId: string) =>
    (await allocations.lastOf(db.connection, companyId, [id])).get(id)

  return async (companyId, id, query, signal) => {
    const deployment = await readDeployment(companyId, id)
    const attempt = await attemptOf(deployment, companyId)
    if (attempt?.removedAt) throw new Problem('not-found', 'The logs of this deployment are no longer available.')
    return read(companyId, id, query, signal)
  }

  async function* read(companyId: string, id: string, query: LogQuery, signal: AbortSignal) {
    const begun = async () => {
      const deployment = await readDeployment(companyId, id)
      const attempt = await attemptOf(deployment, companyId)
      return attempt?.appliedAt || hasEnded(deployment.status) || !query.follow ? { attempt } : undefined
    }
    const found = await changes.until(id, begun, query.follow ? maxWaitMs : 0, signal)
    const attempt = found?.attempt
    const engine = attempt && engineOf(attempt.hubId)
    if (!attempt || !engine) return
    const after = query.after?.attempt === attempt.attempt ? query.after : undefined
    const options = {
      follow: query.follow,
      since: after ? sinceOf(after) : (query.since ?? null),
      tail: after ? null : (query.tail ?? null),
    }
    yield* placeLines(notFoundAsEmpty(engine.logs(attempt.instanceName, options, signal)), attempt.attempt, after)
  }
}

/** An instance that was never made, or is gone already, has written nothing. */
async function* notFoundAsEmpty(lines: AsyncIterable<LogLine>): AsyncGenerator<LogLine, void, undefined> {
  try {
    yield* lines
  } catch (error) {
    if (!(error instanceof EngineFault && error.code === 'not-found')) throw error
  }
}
