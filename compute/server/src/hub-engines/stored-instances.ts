/**
 * The simulated instances of all hubs, kept in the service's database. Hundreds are made, looked at and ended in a second,
 * so all that is asked for at the same time is done together: what is written in one transaction, what is read in one
 * statement.
 */
import type { SimulatedInstance } from '@service/compute-engines/simulated/simulated-instance.ts'
import type { SimulatedInstances } from '@service/compute-engines/simulated/simulated-instances.ts'
import type { Database, Queryable } from '@service/foundation/database/database.ts'
import { GroupCommit } from '@service/foundation/database/group-commit.ts'
import { deleteAll, findAll, type InstanceKey, insertMissing, listAtHubs, stopAll } from './simulated-store.ts'

type Write =
  | { kind: 'put'; key: InstanceKey; instance: SimulatedInstance }
  | { kind: 'stop'; key: InstanceKey; at: Date }
  | { kind: 'delete'; key: InstanceKey }

type Found = SimulatedInstance | undefined

/** A hub may have hundreds of instances. */
const hubsListedAtOnce = 100

export type StoredInstances = SimulatedInstances & {
  /** Resolves once all that was asked for is done. */
  close(): Promise<void>
}

export function storedInstances({ db }: { db: Database }): StoredInstances {
  const writes = new GroupCommit<Write, Found>((asked) => db.transaction((tx) => writeAll(tx, asked)))
  const reads = new GroupCommit<InstanceKey, Found>((keys) => readAll(db.connection, keys))
  const lists = new GroupCommit<string, SimulatedInstance[]>(
    async (hubIds) => {
      const byHub = Map.groupBy(await listAtHubs(db.connection, hubIds), ({ hubId }) => hubId)
      return hubIds.map((hubId) => byHub.get(hubId) ?? [])
    },
    { largestBatch: hubsListedAtOnce },
  )
  return {
    async put(instance) {
      const kept = await writes.submit({ kind: 'put', key: instance, instance })
      if (!kept) throw new Error(`The simulated instance ${instance.name} was deleted while it was being made.`)
      return kept
    },
    get: (hubId, name) => reads.submit({ hubId, name }),
    list: (hubId) => lists.submit(hubId),
    stop: (hubId, name, at) => writes.submit({ kind: 'stop', key: { hubId, name }, at }),
    async delete(hubId, name) {
      await writes.submit({ kind: 'delete', key: { hubId, name } })
    },
    async close() {
      await Promise.all([writes.close(), reads.close(), lists.close()])
    },
  }
}

/** Puts, then stops, then deletes: callers that ask for several of one instance at the same time have no order. */
async function writeAll(tx: Queryable, asked: readonly Write[]): Promise<Found[]> {
  const puts = asked.flatMap((write) => (write.kind === 'put' ? [write.instance] : []))
  const stops = asked.flatMap((write) => (write.kind === 'stop' ? [{ ...keyOf(write), at: write.at }] : []))
  const deletes = asked.flatMap((write) => (write.kind === 'delete' ? [keyOf(write)] : []))
  if (puts.length > 0) await insertMissing(tx, puts)
  if (stops.length > 0) await stopAll(tx, stops)
  const found = puts.length + stops.length > 0 ? await readAll(tx, asked.map(keyOf)) : asked.map(() => undefined)
  if (deletes.length > 0) await deleteAll(tx, deletes)
  return found
}

async function readAll(db: Queryable, keys: readonly InstanceKey[]): Promise<Found[]> {
  const found = new Map((await findAll(db, keys)).map((instance) => [textOf(instance), instance]))
  return keys.map((key) => found.get(textOf(key)))
}

const keyOf = ({ key: { hubId, name } }: Write): InstanceKey => ({ hubId, name })
const textOf = ({ hubId, name }: InstanceKey): string => `${hubId} ${name}`
