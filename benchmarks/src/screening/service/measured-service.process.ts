/**
 * The service in a process of its own, as `npm run serve` runs it, except that recording can be switched off and on. It
 * takes its settings as one JSON argument, tells the parent when the lists are loaded, and ends with the channel.
 */

import { makeDisposer } from '@service/foundation/disposer.ts'
import { makeReadiness } from '@service/foundation/http/readiness.ts'
import { makeLogger } from '@service/foundation/log/logger.ts'
import { byTester as by } from '@service/foundation-testing/acts.ts'
import { readConfig } from '@service/reputation-server/config.ts'
import { openService } from '@service/reputation-server/open-service.ts'
import type { Recorder } from '@service/reputation-server/screening/record-screening.ts'

export type Told = { baseUrl: string; readyMs: number; secret: string }
export type Command = { recording: boolean }

let recording = true
process.on('message', (command: Command) => {
  recording = command.recording
  process.send?.('done')
})

const switchable = (recorder: Recorder): Recorder => ({
  ...recorder,
  record: (screening) => (recording ? recorder.record(screening) : Promise.resolve(new Map())),
})

// Logged at the usual level, for a line a request is part of what a request costs, but to nowhere.
const log = makeLogger({ level: 'info', form: 'json', to: { write: () => {} } })
const disposer = makeDisposer(log)
const service = await openService(readConfig(JSON.parse(process.argv[2]!)), {
  mode: 'serve',
  log,
  disposer,
  readiness: makeReadiness(),
  now: () => new Date(),
  recorderOver: switchable,
})
const working = service.startWork()
await service.lists.whenLoaded()
const readyMs = performance.now() // since the process began
await working
process.send?.({ baseUrl: service.baseUrl, readyMs, secret: await newKey() } satisfies Told)
process.once('disconnect', () => void disposer.close().then(() => process.exit(0)))

async function newKey(): Promise<string> {
  const { createCompany, createUser, createKey } = service.administration
  const most = { requestsPerMinute: 1_000_000, monthlyQuota: 2_000_000_000 }
  const { id: companyId } = await createCompany(by, { slug: `bench-${Date.now()}`, name: 'Benchmark', ...most })
  const user = await createUser(by, { companyId, email: 'bench@example.com', name: 'Benchmark' })
  return (await createKey(by, { companyId, createdBy: user.id, name: 'Benchmark' })).secret
}
