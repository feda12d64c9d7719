import { hasEnded } from '@service/compute-domain/deployments/status.ts'
import { EngineFault, type LogLine } from '@service/compute-engines/engine.ts'
import { Problem } from '@service/foundation/problem.ts'
import { placeLines, type ReadLogs, sinceOf } from '../logs/logs.ts'
import type { Session } from './session.ts'

/** Of one session: each who follows adds steps to each move of its clock. */
export const maxSessionReaders = 2
/** How often who follows brings the session to the present. */
const paceMs = 250

/** The logs of simulated containers, which their reader follows in real time. */
export function readSessionLogs(sessionOf: (id: string) => Session): ReadLogs {
  return async (companyId, id, query, signal) => {
    const session = sessionOf(companyId)
    await session.catchUp()
    const row = session.rows.find(id)
    if (row.allocations.at(-1)?.removedAt) {
      throw new Problem('not-found', 'The logs of this deployment are no longer available.')
    }
    return { lines: read(session, id, query, AbortSignal.any([signal, session.ended])) }
  }

  async function* read(session: Session, id: string, query: Parameters<ReadLogs>[2], signal: AbortSignal) {
    const pacing = query.follow ? setInterval(() => void session.catchUp(), paceMs) : undefined
    try {
      while (query.follow && !signal.aborted && !isBegun(session, id)) {
        await session.clock.sleepUntil(new Date(session.clock.nowMs + 500), signal)
      }
      const attempt = session.rows.find(id).allocations.at(-1)
      const engine = attempt && session.hubs.engineOf(attempt.hubId)
      if (!attempt || !engine) return
      const after = query.after?.attempt === attempt.attempt ? query.after : undefined
      const options = {
        follow: query.follow,
        since: after ? sinceOf(after) : (query.since ?? null),
        tail: after ? null : (query.tail ?? null),
      }
      yield* placeLines(notFoundAsEmpty(engine.logs(attempt.instanceName, options, signal)), attempt.attempt, after)
    } finally {
      clearInterval(pacing)
    }
  }
}

function isBegun({ rows }: Session, id: string): boolean {
  const { allocations, status } = rows.find(id)
  return hasEnded(status) || Boolean(allocations.at(-1)?.appliedAt)
}

async function* notFoundAsEmpty(lines: AsyncIterable<LogLine>): AsyncGenerator<LogLine, void, undefined> {
  try {
    yield* lines
  } catch (error) {
    if (!(error instanceof EngineFault && error.code === 'not-found')) throw error
  }
}
