/** The id of an engine: Docker's lasts, Podman's does not. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dockerEngine } from './docker-engine.ts'

async function idOf(pingHeaders: Record<string, string>): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'service-identify-'))
  const socketPath = join(folder, 'engine.sock')
  const server = createServer(({ url }, response) => {
    if (url?.endsWith('/_ping')) response.writeHead(200, { 'api-version': '1.43', ...pingHeaders }).end('OK')
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"ID":"5b5b1b1a-example"}')
  })
  await new Promise<void>((resolve) => server.listen(socketPath, resolve))
  const engine = dockerEngine({
    ...{ address: { socketPath }, owner: 'test', nodes: [], cpuOnly: true },
    checkRegistry: async () => {},
  })
  try {
    return await engine.identify!(AbortSignal.timeout(5_000))
  } finally {
    await engine.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    rmSync(folder, { recursive: true })
  }
}

test('Docker says which engine it is', async () => {
  expect(await idOf({ server: 'Docker/27.0.0 (linux)' })).toBe('5b5b1b1a-example')
})

test('Podman makes up an id for each request, so it has none', async () => {
  expect(await idOf({ 'libpod-api-version': '4.3.1' })).toBeUndefined()
})
