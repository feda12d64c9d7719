/**
 * What a container has written is kept before the container is removed, so that it can be read afterwards. It is read from
 * the engine when the instance has ended, and written before the end is: a process that dies in between leaves the
 * deployment as it was, and the one that takes over reads and writes the same again. What could not be kept at the end,
 * because the engine was slow, is tried once more before the instance is removed.
 *
 * Logs are kept in the database of this service, sealed, and nowhere else, so only where the deployment's level of sovereignty lets
 * its data be there (`mayBeStoredAt`).
 */
import type { DeploymentSpec } from '@service/compute-domain/deployments/spec.ts'
import { mayBeStoredAt } from '@service/compute-domain/sovereignty/sovereignty.ts'
import { type Engine, EngineFault } from '@service/compute-engines/engine.ts'
import type { Database } from '@service/foundation/database/database.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { Sealer } from '@service/foundation/sealing/sealing.ts'
import type { Allocation } from '../allocations/model/allocation.ts'
import { lastLines, maxKeptLines, maxKeptLogs } from './kept-log.ts'
import * as store from './kept-log-store.ts'
import { sealLines, shortLine } from './sealed-lines.ts'

export type KeepLogs = (
  of: { companyId: string; spec: DeploymentSpec },
  allocation: Allocation,
  /** `unlessKept`: where it has been kept already, nothing is read. */
  how: { limitMs: number; unlessKept: boolean },
  signal: AbortSignal,
) => Promise<void>

type Deps = {
  db: Database
  now: () => Date
  log: Logger
  engineOf: (hubId: string) => Engine | undefined
  countryOf: (hubId: string) => string | undefined
  /** Where this service keeps its data; null is not known. */
  homeCountry: string | null
  sealer: Pick<Sealer, 'seal' | 'keyId'>
}

/** Never fails, and takes no longer than it may: an end waits for no log. */
export function makeKeepLogs({ db, now, log, engineOf, countryOf, homeCountry, sealer }: Deps): KeepLogs {
  return async ({ companyId, spec }, allocation, { limitMs, unlessKept }, signal) => {
    const { id: allocationId, deploymentId, hubId, attempt, instanceName } = allocation
    const of = { allocationId, deploymentId, companyId }
    const engine = engineOf(hubId)
    if (!engine || !mayBeStoredAt(homeCountry, spec, countryOf(hubId))) return
    const until = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
    const keep = async () => {
      if (unlessKept && (await store.has(db.connection, of))) return
      const wanted = { follow: false, since: null, tail: maxKeptLines }
      const { lines, complete } = await lastLines(engine.logs(instanceName, wanted, until))
      // A log that was cut off in time lacks its end, which is what one would look for.
      if (until.aborted || lines.length === 0) return
      await store.put(db.connection, of, {
        attempt,
        linesSealed: await sealLines(sealer, of, lines.map(shortLine)),
        sealingKey: sealer.keyId,
        complete: complete && lines.length < maxKeptLines,
        keptAt: now(),
      })
      await store.deleteBeyond(db.connection, companyId, maxKeptLogs)
    }
    try {
      await Promise.race([keep(), whenAborted(until)])
    } catch (err) {
      if (!(err instanceof EngineFault)) log.warn({ err, deploymentId }, 'a log could not be kept')
    }
  }
}

const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
