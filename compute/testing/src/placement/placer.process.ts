/**
 * A process of its own for the placer's tests: places as many deployments as asked at once, prints what became of each, one a line.
 * `hang`: instead of committing, says so and waits to be killed.
 */

import type { Database } from '@service/foundation/database/database.ts'
import { openDatabase } from '@service/foundation/database/open-database.ts'
import type { Problem } from '@service/foundation/problem.ts'
import { testKey } from '@service/foundation-testing/acts.ts'
import { aPlacer, aSpec } from './placer.ts'

const { options, hubs, count, hang } = JSON.parse(process.argv[2]!)
const opened = await openDatabase(options)
const say = (line: string) => process.stdout.write(`${line}\n`)

const hanging: Database = {
  ...opened,
  transaction: (work) =>
    opened.transaction(async (tx) => {
      await work(tx)
      say('uncommitted')
      return new Promise(() => {})
    }),
}

const placer = await aPlacer(hang ? hanging : opened, hubs)
say('ready')
await new Promise((resolve) => process.stdin.once('data', resolve))
const placeOne = () =>
  placer.placeDeployment({ companyId: 'cmp_invented', actor: testKey, spec: aSpec(), operation: undefined }).then(
    ({ hubId }) => say(`placed at ${hubId}`),
    (problem: Problem) => say(problem.code ?? String(problem)),
  )
await Promise.all(Array.from({ length: count }, placeOne))
await placer.close()
await opened.close()
process.stdin.destroy()
