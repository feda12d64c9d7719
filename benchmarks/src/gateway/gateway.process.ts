/** A gateway in a process of its own, over a database with one deployment that runs at the given port. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '@service/compute-server/migration-folders.ts'
import { aDeployment, startGateway } from '@service/compute-testing/gateway.ts'
import { migrate } from '@service/foundation/database/migrate.ts'
import { openDatabase } from '@service/foundation/database/open-database.ts'

export type Measured = { port: number; host: string }

process.once('message', async (port: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-gateway-'))
  const db = await openDatabase({ folder })
  await migrate(db, migrations)
  const { host } = await aDeployment(db, { address: { host: '127.0.0.1', port } })
  const gateway = await startGateway(db)
  process.once('disconnect', async () => {
    await gateway.close()
    await db.close()
    rmSync(folder, { recursive: true })
    process.exit(0)
  })
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.((user + system) / 1_000)
  })
  process.send?.({ port: gateway.port, host } satisfies Measured)
})
