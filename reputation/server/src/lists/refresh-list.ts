import type { Database } from '@service/foundation/database/database.ts'
import { keepLease } from '@service/foundation/jobs/lease.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import type { NewId } from '@service/foundation/new-id.ts'
import { ThreadEnded } from '@service/foundation/threads/worker-thread.ts'
import { publicAddress } from './download/addresses.ts'
import type { DownloadLimits, Validator } from './download/download.ts'
import { fetchList } from './download/fetch-list.ts'
import type { ListMetrics } from './list-metrics.ts'
import type { ListAddresses } from './model/list-settings.ts'
import { ListRefused } from './model/refusal.ts'
import { nextRefreshMs, retryDelayMs } from './refresh-schedule.ts'
import type { LeasedList, ListVersion } from './store.ts'
import * as store from './store.ts'
import type { ListTasks } from './tasks/list-tasks.ts'
import { readerVersion } from './tasks/read-list.ts'

export type RefreshDeps = {
  db: Database
  addresses: ListAddresses
  tasks: ListTasks
  everyMs: number
  limits: DownloadLimits
  now: () => Date
  random: () => number
  newId: NewId
  log: Logger
  metrics: ListMetrics
}

/** Short, for a dead process's list waits for it; renewed thrice within. */
export const leaseMs = 15_000

/**
 * Refreshes one leased list: downloads it, reads and judges it, and makes it current, or keeps the version in use and
 * records why. Whatever happens to the download, it ends in the list's state and not in an exception; what is thrown
 * is a failure of our own database, and the lease then runs out by itself.
 */
export async function refreshList(deps: RefreshDeps, leased: LeasedList, stop: AbortSignal): Promise<void> {
  const { db, now, log, metrics } = deps
  const { lost, letGo } = keepLease(now, leaseMs, (until) => store.renewLease(db.connection, leased, until))
  try {
    await attempt(deps, leased, AbortSignal.any([stop, lost]))
  } catch (error) {
    if (stop.aborted) return void (await store.releaseLease(db.connection, leased))
    if (lost.aborted) return log.warn({ list: leased.list }, 'lease of a list lost')
    const refusal = toRefusal(error)
    // Once for a row of failures: the state keeps the latest reason, and an offline machine would fill its log.
    log[leased.failures === 0 ? 'warn' : 'debug'](
      {
        list: leased.list,
        code: refusal.code,
        reason: refusal.message,
        ...(refusal.code === 'internal' && { err: error }),
      },
      'list not refreshed',
    )
    metrics.refused(leased.list, refusal.code)
    await store.recordRefusal(db.connection, leased, {
      now: now(),
      dueAt: new Date(now().getTime() + retryAfter(deps, leased, refusal)),
      code: refusal.code,
      reason: refusal.message,
    })
  } finally {
    letGo()
  }
}

async function attempt(deps: RefreshDeps, leased: LeasedList, cancel: AbortSignal): Promise<void> {
  const { db, tasks, now, newId, log, metrics } = deps
  const { list } = leased
  const addresses = deps.addresses[list] ?? []
  const current = await currentVersion(deps, leased)
  // Without an official version in use, "not changed since" would leave us with nothing.
  const known = current ? leased.validators.filter(isFromThisReader) : []
  const fetched = await fetchList(addresses, known, deps.limits, cancel)
  const dueAt = () => new Date(now().getTime() + nextRefreshMs(deps.everyMs, deps.random()))
  if (fetched.kind === 'unchanged') {
    await store.recordFresh(db.connection, leased, { now: now(), dueAt: dueAt() })
    log.info({ list }, 'list unchanged')
    return metrics.refreshed(list, now())
  }
  log.info({ list, bytes: fetched.files.reduce((sum, file) => sum + file.length, 0) }, 'list downloaded')

  const { acceptShrunken } = leased
  const read = await tasks.read({ list, files: fetched.files, ...(current && { current }), acceptShrunken })
  cancel.throwIfAborted()
  const validators = fetched.validators.map((validator) => ({ ...validator, reader: readerVersion }))
  if (read.kind === 'same') {
    const { publishedAt } = read
    await store.recordFresh(db.connection, leased, { now: now(), dueAt: dueAt(), seen: { publishedAt, validators } })
    log.info({ list, publishedAt }, 'list content unchanged')
    return metrics.refreshed(list, now())
  }

  const version: store.NewVersion = {
    id: newId('lsv'),
    list,
    sha256: read.sha256,
    publishedAt: read.publishedAt,
    fetchedAt: now().toISOString(),
    entries: read.entries,
    sample: false,
    source: addresses.map(publicAddress).join(', '),
    content: read.content,
    changes: read.changes,
  }
  const stored = await db.transaction((tx) =>
    store.replaceCurrent(tx, leased, version, { now: now(), dueAt: dueAt(), validators }),
  )
  if (!stored) return log.warn({ list }, 'lease of a list lost')
  log.info({ list, version: version.id, entries: read.entries, changes: read.changes.length }, 'list version stored')
  metrics.refreshed(list, now())
}

/** The official version in use, with its content, to judge the download by. */
async function currentVersion(
  { db }: RefreshDeps,
  { list, currentId }: LeasedList,
): Promise<(ListVersion & { content: Uint8Array }) | undefined> {
  const [state] = await store.readStates(db.connection, [list])
  const version = state?.current
  if (!version || version.id !== currentId || version.sample) return undefined
  const content = (await store.readContents(db.connection, [version.id])).get(version.id)
  return content && { ...version, content }
}

const isFromThisReader = (validator: Validator): boolean => validator.reader === readerVersion

function retryAfter({ everyMs, random }: RefreshDeps, leased: LeasedList, { retryAfterMs }: ListRefused): number {
  const loaded = leased.official
  return retryDelayMs(leased.failures + 1, { loaded, everyMs, random: random(), ...(retryAfterMs && { retryAfterMs }) })
}

function toRefusal(error: unknown): ListRefused {
  if (error instanceof ListRefused) return error
  if (error instanceof ThreadEnded && error.reason === 'out-of-memory') {
    return new ListRefused('too-large', 'the download takes more memory than a list may', { cause: error })
  }
  return new ListRefused('internal', 'the download could not be processed; the log says why', { cause: error })
}
