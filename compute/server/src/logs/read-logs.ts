/**
 * What a deployment writes, from its engine to its customer. Logs are those of the present attempt, or of the last. After
 * the end the engine has them for some time still; when it no longer has them, or does not respond, what was kept of
 * the last attempt is read instead (`keep-logs.ts`).
 *
 * A reader who follows waits for the instance to exist, and reads until it ends, the reader goes, or the service does.
 */
import { hasEnded } from '@service/compute-domain/deployments/status.ts'
import { type Engine, EngineFault, type LogLine } from '@service/compute-engines/engine.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { Problem } from '@service/foundation/problem.ts'
import type { Sealer } from '@service/foundation/sealing/sealing.ts'
import { allocations } from '../allocations/allocations.ts'
import type { Changes, ReadDeployment } from '../deployments/deployments.ts'
import type { PlacedDeployment } from '../deployments/model/deployment.ts'
import type { KeptLog } from './kept-log.ts'
import * as keptLogs from './kept-log-store.ts'
import { type LogPosition, type PlacedLine, placeLines, sinceOf } from './log-position.ts'
import { openLines, wholeLine } from './sealed-lines.ts'

export type LogQuery = {
  follow: boolean
  since: Date | undefined
  tail: number | undefined
  after: LogPosition | undefined
}

export type LogRead = {
  lines: AsyncGenerator<PlacedLine, void, undefined>
  /** Present where the lines are not the engine's, but what was kept of them. */
  kept?: Pick<KeptLog, 'attempt' | 'complete' | 'keptAt'>
}

/** Throws where there is no such deployment or its logs are gone; the lines throw `EngineFault`. */
export type ReadLogs = (companyId: string, id: string, query: LogQuery, signal: AbortSignal) => Promise<LogRead>

type Deps = {
  db: Database
  readDeployment: ReadDeployment
  changes: Changes
  engineOf: (hubId: string) => Engine | undefined
  sealer: Pick<Sealer, 'open'>
}

/** How long a reader who follows waits for a first instance. */
const maxWaitMs = 3_600_000

export function makeReadLogs({ db, readDeployment, changes, engineOf, sealer }: Deps): ReadLogs {
  const attemptOf = async ({ id }: PlacedDeployment, companyId: string) =>
    (await allocations.lastOf(db.connection, companyId, [id])).get(id)

  return async (companyId, id, query, signal) => {
    const deployment = await readDeployment(companyId, id)
    const attempt = await attemptOf(deployment, companyId)
    if (!hasEnded(deployment.status) && !attempt?.removedAt) return { lines: read(companyId, id, query, signal) }
    const live = attempt?.removedAt ? undefined : await begin(read(companyId, id, query, signal))
    if (live && !('fault' in live) && !live.isEmpty) return { lines: live.lines }
    const kept = await readKept({ db, sealer }, companyId, id)
    if (kept) return { lines: keptLines(kept, query), kept }
    if (!live) throw new Problem('not-found', 'The logs of this deployment are no longer available.')
    if ('fault' in live) throw live.fault
    return { lines: live.lines }
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

async function readKept(
  { db, sealer }: Pick<Deps, 'db' | 'sealer'>,
  companyId: string,
  id: string,
): Promise<KeptLog | undefined> {
  const found = await keptLogs.last(db.connection, companyId, id)
  if (!found) return undefined
  const { allocationId, attempt, complete, keptAt } = found
  const lines = await openLines(sealer, { companyId, allocationId }, found)
  return { attempt, complete, keptAt, lines: lines.map(wholeLine) }
}

/** Reads as far as the first line, for only then is it known whether the engine has the log. */
async function begin(lines: AsyncGenerator<PlacedLine, void, undefined>) {
  try {
    const first = await lines.next()
    return { isEmpty: first.done === true, lines: continued(first, lines) }
  } catch (fault) {
    if (fault instanceof EngineFault) return { fault }
    throw fault
  }
}

async function* continued(
  first: IteratorResult<PlacedLine, void>,
  rest: AsyncGenerator<PlacedLine, void, undefined>,
): AsyncGenerator<PlacedLine, void, undefined> {
  if (first.done) return
  yield first.value
  yield* rest
}

async function* keptLines({ attempt, lines }: KeptLog, { since, tail, after: read }: LogQuery) {
  const after = read?.attempt === attempt ? read : undefined
  const wanted = lines.filter(({ at }) => after !== undefined || since === undefined || at > since)
  const last = after || tail === undefined ? wanted : wanted.slice(Math.max(0, wanted.length - tail))
  yield* placeLines(eachOf(last), attempt, after)
}

async function* eachOf<Item>(items: readonly Item[]): AsyncGenerator<Item, void, undefined> {
  yield* items
}

/** An instance that was never made, or is gone already, has written nothing. */
async function* notFoundAsEmpty(lines: AsyncIterable<LogLine>): AsyncGenerator<LogLine, void, undefined> {
  try {
    yield* lines
  } catch (error) {
    if (!(error instanceof EngineFault && error.code === 'not-found')) throw error
  }
}
