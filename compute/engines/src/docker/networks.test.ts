import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openMachine } from './machine.ts'
import { type Networks, networksOn } from './networks.ts'

const folder = mkdtempSync(join(tmpdir(), 'service-networks-'))
afterAll(() => rmSync(folder, { recursive: true }))
let sockets = 0

type Asked = { path: string; body: string }

/** An engine whose responses to the creation of networks are given: one for each call. */
async function withEngine<T>(
  { podman, responses }: { podman: boolean; responses: [status: number, message: string][] },
  work: (networks: Networks, asked: Asked[], ofAnotherEngine: Networks) => Promise<T>,
): Promise<T> {
  const asked: Asked[] = []
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const chunk of request) body += chunk
    response.setHeader('api-version', '1.41')
    if (podman) response.setHeader('libpod-api-version', '4.3.1')
    if (request.url === '/_ping') {
      response.end('OK')
      return
    }
    asked.push({ path: request.url!, body })
    const [status, message] = responses.shift() ?? [500, 'asked once too often']
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }))
  }
  const socketPath = join(folder, `${++sockets}.sock`)
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(socketPath, resolve))
  const machine = openMachine({ socketPath }, 'test')
  try {
    return await work(networksOn(machine), asked, networksOn(machine, '/other.sock'))
  } finally {
    machine.client.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

const never = new AbortController().signal

test('Podman makes an isolated network for each company, Docker one for all that allows no traffic between containers', async () => {
  await withEngine({ podman: true, responses: [[201, '']] }, async (networks, asked) => {
    expect(await networks.nameFor('cmp_a', never)).not.toBe(await networks.nameFor('cmp_b', never))
    await networks.make('cmp_a', never)
    expect(asked[0]!.path).toBe('/v4.0.0/libpod/networks/create')
    expect(JSON.parse(asked[0]!.body)).toMatchObject({
      name: await networks.nameFor('cmp_a', never),
      options: { isolate: 'true' },
    })
  })
  await withEngine({ podman: false, responses: [[201, '']] }, async (networks, asked) => {
    expect(await networks.nameFor('cmp_a', never)).toBe(await networks.nameFor('cmp_b', never))
    await networks.make('cmp_a', never)
    expect(asked[0]!.path).toBe('/networks/create')
    expect(JSON.parse(asked[0]!.body)).toMatchObject({
      Options: { 'com.docker.network.bridge.enable_icc': 'false' },
    })
  })
})

test('two engines of one machine share neither names of networks nor of interfaces', async () => {
  await withEngine({ podman: true, responses: [[201, '']] }, async (networks, asked, ofAnotherEngine) => {
    expect(await ofAnotherEngine.nameFor('cmp_a', never)).not.toBe(await networks.nameFor('cmp_a', never))
    await ofAnotherEngine.make('cmp_a', never)
    expect(JSON.parse(asked[0]!.body).network_interface).toMatch(/^podman[0-9a-f]{8}$/)
  })
})

test('a temporary failure is retried, an existing network is used, and concurrent calls make one request', async () => {
  const responses: [number, string][] = [
    [500, 'route ip+net: no such network interface'],
    [409, 'network name svc-a already used: network already exists'],
  ]
  await withEngine({ podman: true, responses }, async (networks, asked) => {
    await Promise.all([1, 2, 3].map(() => networks.make('cmp_a', never)))
    expect(asked).toHaveLength(2)
  })
})

test('without a network nothing is started', async () => {
  await withEngine({ podman: true, responses: [] }, async (networks) => {
    await expect(networks.make('cmp_a', never)).rejects.toMatchObject({ code: 'start-refused' })
  })
})
