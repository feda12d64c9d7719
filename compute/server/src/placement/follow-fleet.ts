/**
 * Keeps the known fleet in step with the database: announced hubs are read at once, all hubs every few seconds, and carbon
 * intensities are taken over every minute.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { MeanIntensity } from '@service/compute-domain/placement/carbon-rates.ts'
import type { Database } from '@service/foundation/database/database.ts'
import { startListeningLoop } from '@service/foundation/jobs/listening-loop.ts'
import type { Logger } from '@service/foundation/log/logger.ts'
import { hubGpus as gpus, hubsChannel } from '../hubs/hubs.ts'
import { readStates } from './hub-state-store.ts'
import type { KnownFleet } from './known-fleet.ts'

export type Following = { refresh(): Promise<void>; close(): Promise<void> }

/** Announcements may be lost, and a hub that no process watches any more is not announced. */
const pollEveryMs = 5_000
const carbonEveryMs = 60_000
/** Hubs that are announced within this time are read together. */
const gatherMs = 20

type Deps = { db: Database; now: () => Date; log: Logger; fleet: KnownFleet; meanOver: MeanIntensity }

export async function followFleet({ db, now, log, fleet, meanOver }: Deps): Promise<Following> {
  const announced = new Set<string>()
  let carbonAt = now().getTime()

  async function refresh(): Promise<void> {
    const [versions, states] = await Promise.all([gpus.versions(db.connection), readStates(db.connection, null)])
    const outdated = fleet.outdatedHubs(versions)
    fleet.adoptAll(versions, outdated.length > 0 ? await gpus.ofHubs(db.connection, outdated) : [])
    fleet.adoptStates(states, now())
  }

  async function readAnnounced(): Promise<void> {
    await sleep(gatherMs)
    const hubIds = [...announced]
    announced.clear()
    if (hubIds.length === 0) return
    try {
      const [rows, states] = await Promise.all([gpus.ofHubs(db.connection, hubIds), readStates(db.connection, hubIds)])
      fleet.adopt(rows)
      fleet.adoptStates(states, now())
    } catch (error) {
      for (const hubId of hubIds) announced.add(hubId)
      throw error
    }
  }

  async function poll(): Promise<void> {
    await refresh()
    if (now().getTime() - carbonAt < carbonEveryMs) return
    carbonAt = now().getTime()
    fleet.setCarbon(meanOver)
  }

  const loop = await startListeningLoop(db, hubsChannel, {
    begin: refresh,
    heard: (hubId) => announced.add(hubId),
    tick: (round) => (round.poll ? poll() : readAnnounced()),
    pollEveryMs,
    report: (err) => log.warn({ err }, 'free GPUs of hubs could not be read; using the last known figures'),
  })

  return { refresh, close: () => loop.stop() }
}
