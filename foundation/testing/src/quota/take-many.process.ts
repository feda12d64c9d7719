/** A process of its own for the quota's tests: takes as often as its arguments say, and prints what each debit left, one a line. */
import { openDatabase } from '@service/foundation/database/open-database.ts'
import { Quota } from '@service/foundation/quota/quota.ts'

const { options, companyId, takes, limit } = JSON.parse(process.argv[2]!)
const db = await openDatabase(options)
const quota = new Quota({ db, now: () => new Date('2026-11-20T09:00:00Z') })
process.stdout.write('ready\n')
await new Promise((resolve) => process.stdin.once('data', resolve))
let left = takes
const takeUntilDone = async () => {
  while (left-- > 0) {
    const verdict = await quota.take({ companyId, actor: 'key:key_test', scope: 'test:read' }, 1, limit)
    process.stdout.write(verdict.granted ? `${verdict.remaining}\n` : 'refused\n')
  }
}
await Promise.all(Array.from({ length: 50 }, takeUntilDone))
await quota.close()
await db.close()
process.stdin.destroy()
