/**
 * A process of its own for the tests of crashes: places deployments, stops some, loses a hub, and kills itself at the
 * step it is given. Prints `ready`, and the id of every deployment that was placed.
 */

import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Hub } from '@service/compute-domain/hubs/model/hub.ts'
import { stopDeployments } from '@service/compute-server/deployments/stop-deployments.ts'
import { storedInstances } from '@service/compute-server/hub-engines/stored-instances.ts'
import type { Step } from '@service/compute-server/reconcile/steps.ts'
import { type DatabaseOptions, openDatabase } from '@service/foundation/database/open-database.ts'
import { makeNewId } from '@service/foundation/new-id.ts'
import { testKey } from '@service/foundation-testing/acts.ts'
import { companyId, quickLimits, quickly, startProcess } from './control-plane.ts'

export type Task = {
  options: DatabaseOptions
  hubs: readonly Hub[]
  killAt: { step: Step; occurrence: number }
}

const { options, hubs, killAt } = JSON.parse(process.argv[2]!) as Task
const say = (text: string) => writeSync(1, `${text}\n`)

let occurrences = 0
function atStep(step: Step): void {
  if (step === killAt.step && ++occurrences === killAt.occurrence) process.kill(process.pid, 'SIGKILL')
}

const now = () => new Date()
const newId = makeNewId({ now, randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)) })
const db = await openDatabase(options)
const conditions = new Map(hubs.map(({ id }) => [id, { pullMs: 10, startMs: 10, unreachable: false }]))
const { deploy, readyHubs } = await startProcess(db, {
  hubs,
  conditions,
  instances: storedInstances({ db }),
  atStep,
  // What has ended is forgotten soon, so that the process can die there too.
  settings: { ...quickly, limits: { ...quickLimits, keepMs: 300 } },
})
while (readyHubs().length < hubs.length) await sleep(20)
say('ready')

for (let round = 0; ; round++) {
  const made = await Promise.all([deploy(), deploy(), deploy({ image: 'sim/exit-0', durationHours: 1 })])
  for (const id of made) say(id)
  await sleep(300) // they run for a while
  const [first] = made
  if (first && round % 2 === 0) {
    await db.transaction((tx) =>
      stopDeployments(tx, { now, newId }, { companyId, ids: [first], reason: 'user', actor: testKey }),
    )
  }
  // Long enough to lose what runs there, and then back.
  conditions.get(hubs[0]!.id)!.unreachable = round % 8 >= 2 && round % 8 < 6
  await sleep(300) // the hub stays so for a while
}
