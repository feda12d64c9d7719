/** A process of its own for the tests of idempotent routes: makes one thing and kills itself at the step given. */
import { openDatabase } from '@service/foundation/database/open-database.ts'
import { makeMetrics } from '@service/foundation/metrics/metrics.ts'
import { makeThingApp, thingKey } from './thing-app.ts'

const { options, companyId, name, key, killAt } = JSON.parse(process.argv[2]!)
const db = await openDatabase(options)
const { app } = await makeThingApp({
  db,
  companyId,
  metrics: makeMetrics('test_'),
  atStep: (step) => {
    if (step === killAt) process.kill(process.pid, 'SIGKILL')
  },
})
await app.inject({
  method: 'POST',
  url: '/v1/things',
  payload: { name },
  headers: { authorization: `Bearer ${thingKey}`, 'idempotency-key': key },
})
