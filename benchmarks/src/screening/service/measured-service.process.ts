/**
 * The service in a process of its own, as `npm run serve` runs it, except that recording can be switched off and on. It
 * takes its settings as one JSON argument, tells the parent when the lists are loaded, and ends with the channel.
 */

import { readConfig } from '@service/reputation-server/config.ts'
import { openService } from '@service/reputation-server/open-service.ts'
import type { Recorder } from '@service/reputation-server/screening/record-screening.ts'
import { settle } from '@service/reputation-server/screening/settle-screening.ts'
import { measuredContext, newBenchmarkKey } from '../../harness/measured-process.ts'

export type Started = { baseUrl: string; readyMs: number; secret: string }
export type Command = { recording: boolean }

let recording = true
process.on('message', (command: Command) => {
  recording = command.recording
  process.send?.('done')
})

const switchable = (recorder: Recorder): Recorder => ({
  ...recorder,
  record: (found) =>
    recording ? recorder.record(found) : Promise.resolve({ record: settle(found, []).record, verdicts: new Map() }),
})

const context = measuredContext()
const service = await openService(readConfig(JSON.parse(process.argv[2]!)), {
  ...context,
  recorderOver: switchable,
})
const working = service.startWork()
await service.lists.whenLoaded()
const readyMs = performance.now() // since the process began
await working
process.send?.({
  baseUrl: service.baseUrl,
  readyMs,
  secret: await newBenchmarkKey(service.administration),
} satisfies Started)
process.once('disconnect', () => void context.disposer.close().then(() => process.exit(0)))
