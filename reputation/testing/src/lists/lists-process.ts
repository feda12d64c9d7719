/**
 * A process of its own that keeps lists, for tests of several processes and of `kill -9`. It takes one JSON argument
 * and writes its log to stdout. When it logs `killAt` for the `killAtCount`-th time it kills itself there and then.
 */
import { randomBytes } from 'node:crypto'
import { type DatabaseOptions, openDatabase } from '@service/foundation/database/open-database.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { makeMetrics } from '@service/foundation/metrics/metrics.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import type { ListId } from '@service/reputation-domain/lists/model/entry.ts'
import { makeListMetrics } from '@service/reputation-server/lists/list-metrics.ts'
import { openLists } from '@service/reputation-server/lists/lists.ts'

export type ListsProcessOptions = {
  database: DatabaseOptions
  addresses: Record<ListId, readonly string[]>
  folder: string
  refreshEveryMs: number
  killAt?: string
  killAtCount?: number
}

// From the start: the word to stop may come before there is anything to stop.
const disconnected = new Promise<void>((resolve) => process.once('disconnect', resolve))
const options = JSON.parse(process.argv[2]!) as ListsProcessOptions
let seen = 0

function write(line: string): void {
  const { msg } = JSON.parse(line) as { msg: string }
  process.stdout.write(line)
  if (msg === options.killAt && ++seen === (options.killAtCount ?? 1)) process.kill(process.pid, 'SIGKILL')
}

const now = () => new Date()
const db = await openDatabase(options.database)
const log = makeLogger({ level: 'info', form: 'json', to: { write } })
const lists = await openLists({
  ...options,
  db,
  engineVersion: 'test',
  allowSample: false,
  now,
  random: Math.random,
  newId: makeNewId({ now, randomBytes }),
  log,
  metrics: makeListMetrics(makeMetrics('test_')),
})
await disconnected
await lists.close()
await db.close()
