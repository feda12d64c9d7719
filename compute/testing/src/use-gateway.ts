/** For the tests of a file: a database, a gateway over it, and apps that end with their test. */
import type { RequestListener } from 'node:http'
import { migrations } from '@service/compute-server/migration-folders.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { fastestEngine } from '@service/foundation-testing/database/database-engines.ts'
import { afterEach } from 'vitest'
import { aDeployment, read, startApp, startGateway } from './gateway.ts'

type Closable = { close(): unknown }

export function useGateway() {
  const db = beforeTests(
    () => fastestEngine.create(migrations),
    (created) => created.drop(),
  )
  const gateway = beforeTests(
    () => startGateway(db),
    (started) => started.close(),
  )
  const closing: Closable[] = []
  afterEach(async () => {
    for (const one of closing.splice(0)) await one.close()
  })

  /** Closes it after the test. */
  function closeLater<T extends Closable>(one: T): T {
    closing.push(one)
    return one
  }

  /** A deployment with this web server in it. */
  async function deployed(...app: Parameters<typeof startApp>) {
    const started = closeLater(await startApp(...app))
    return { app: started, ...(await aDeployment(db, { address: started.address })) }
  }

  return { db, gateway, closeLater, deployed }
}

/** Sends back what it was asked, as JSON. */
export const echo: RequestListener = async (request, response) => {
  const body = await read(request)
  const { method, url, headers } = request
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ method, url, headers, body }))
}
