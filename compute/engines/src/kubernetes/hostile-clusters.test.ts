/** What stands at the address of a hub, and is no cluster, or one that is out of its mind. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { anOrder } from '@service/compute-testing/engine/engine-contract.ts'
import { expect, test } from 'vitest'
import type { Engine } from '../engine.ts'
import type { Fields } from '../fields.ts'
import { makeClusterClient } from './client/client.ts'
import { parseKubeconfig } from './client/kubeconfig.ts'
import { listAll, listAndWatch } from './client/watch.ts'
import { kubernetesEngine } from './kubernetes-engine.ts'
import { labelsOf, namespaceOf } from './labels.ts'

const nameOf = (object: Fields): string => object.in('metadata').text('name')

type Respond = (request: IncomingMessage, response: ServerResponse) => void

const json =
  (status: number, body: unknown): Respond =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
const text =
  (status: number, body: string, headers: Record<string, string> = {}): Respond =>
  (_request, response) => {
    response.writeHead(status, headers).end(body)
  }

const accessTo = (port: number) =>
  parseKubeconfig(
    JSON.stringify({
      'current-context': 'a',
      contexts: [{ name: 'a', context: { cluster: 'a' } }],
      clusters: [{ name: 'a', cluster: { server: `http://127.0.0.1:${port}` } }],
    }),
    '/',
  )

async function withServer<T>(respond: Respond, work: (port: number) => Promise<T>): Promise<T> {
  const server: Server = createServer(respond)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await work((server.address() as AddressInfo).port)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

async function withEngine(respond: Respond, work: (engine: Engine) => Promise<void>): Promise<void> {
  await withServer(respond, async (port) => {
    const engine = kubernetesEngine({
      ...{ hubId: 'h', owner: 'test', nodes: [], cpuOnly: true, accessPath: undefined },
      readAccess: () => accessTo(port),
      checkRegistry: async () => {},
    })
    await work(engine)
    await engine.close()
  })
}

const soon = () => AbortSignal.timeout(10_000)
const flood: Respond = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const chunk = Buffer.alloc(2 ** 20, '[')
  const pour = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', pour)
  pour()
}

test.each<[string, Respond]>([
  ['a web page', text(200, '<html>Sign in</html>', { 'content-type': 'text/html' })],
  ['a redirect', text(302, '', { location: 'https://login.example.net/' })],
  ['nothing', text(200, '')],
  ['JSON of its own', json(200, { hello: 'world' })],
  ['a list of numbers', json(200, [1, 2, 3])],
  ['a number', json(200, 7)],
  ['half of its JSON', text(200, '{"kind":"PodList","items":[')],
  ['pods that are none', json(200, { metadata: { resourceVersion: '1' }, items: [{ metadata: 7 }] })],
  ['an error of a proxy', text(502, 'Bad Gateway')],
  ['an error of its own', json(500, { kind: 'Status', message: 'etcdserver: leader changed' })],
  ['401', json(401, { kind: 'Status', message: 'Unauthorized' })],
  ['a hang-up', (request) => request.socket.destroy()],
  ['more than anybody can read', flood],
])('a cluster that responds with %s is unreachable', async (_what, respond) => {
  await withEngine(respond, async (engine) => {
    const calls = [
      engine.probe(soon()),
      engine.inspect('svc-a-1', soon()),
      engine.list(soon()),
      engine.stop('svc-a-1', 1, soon()),
      engine.remove('svc-a-1', soon()),
      engine.apply(anOrder({ image: 'acme/app' }), soon()),
      engine.usage('svc-a-1', soon()),
    ]
    const codes = await Promise.all(
      calls.map((call) =>
        call.then(
          () => 'no fault',
          ({ code }) => code,
        ),
      ),
    )
    expect(codes).toEqual(calls.map(() => 'unreachable'))
    for await (const _hint of engine.watch(AbortSignal.timeout(300))) throw new Error('There is nothing to hint at.')
  })
})

test.each<[string, Respond, string]>([
  ['is too old', json(200, { major: '1', minor: '21+', gitVersion: 'v1.21.5-eks' }), 'Kubernetes 1.21.5-eks. 1.25'],
  ['refuses us', json(401, {}), 'refuses the credentials'],
  ['is no cluster', text(200, 'hello'), 'leads to no Kubernetes API server'],
  ['is in trouble', json(503, { message: 'no' }), 'in trouble (503)'],
])('a cluster that %s is said to be', async (_what, respond, message) => {
  await withEngine(respond, (engine) => expect(engine.probe(soon())).rejects.toThrow(message))
})

test('a cluster where nothing listens is said to be', async () => {
  const port = await withServer(text(200, ''), async (port) => port)
  const engine = kubernetesEngine({
    ...{ hubId: 'h', owner: 'test', nodes: [], cpuOnly: true, accessPath: undefined },
    readAccess: () => accessTo(port),
    checkRegistry: async () => {},
  })
  await expect(engine.probe(soon())).rejects.toThrow('Nothing listens at the address')
  await engine.close()
})

const aPod = (name: string, version: string) => ({ metadata: { name, resourceVersion: version } })

test('a watch outlives its ends, and begins again with a list where it has expired', async () => {
  const asked: string[] = []
  const listed = (version: string) =>
    json(200, { metadata: { resourceVersion: version }, items: [aPod(`at-${version}`, version)] })
  const lines = (...events: object[]) => text(200, events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  const responses = [
    listed('10'),
    lines({ type: 'ADDED', object: aPod('one', '11') }, { type: 'BOOKMARK', object: aPod('', '20') }),
    lines({ type: 'ERROR', object: { code: 410, reason: 'Expired' } }),
    listed('30'),
    json(410, { kind: 'Status', reason: 'Expired', code: 410 }),
    listed('40'),
    lines({ type: 'DELETED', object: aPod('two', '41') }),
    text(200, 'garbage\n'),
  ]
  const respond: Respond = (request, response) => {
    const version = new URL(request.url!, 'http://a').searchParams.get('resourceVersion')
    asked.push(version === null ? 'list' : `watch from ${version}`)
    responses[asked.length - 1]!(request, response)
  }
  await withServer(respond, async (port) => {
    const client = makeClusterClient(() => accessTo(port))
    const seen: string[] = []
    const watching = (async () => {
      for await (const change of listAndWatch(client, { path: '/api/v1/pods' }, soon(), nameOf)) {
        const names = change.kind === 'listed' ? change.items : [change.object]
        seen.push(`${change.kind} ${names.join()}`)
      }
    })()
    await expect(watching).rejects.toThrow('what is no JSON')
    expect(seen).toEqual(['listed at-10', 'changed one', 'listed at-30', 'listed at-40', 'deleted two'])
    expect(asked).toEqual([
      ...['list', 'watch from 10', 'watch from 20', 'list', 'watch from 30', 'list', 'watch from 40', 'watch from 41'],
    ])
    client.close()
  })
})

test('a list that expires between two pages is read again from its beginning', async () => {
  const page = (name: string, next: string) =>
    json(200, { metadata: { resourceVersion: '5', continue: next }, items: [aPod(name, '5')] })
  const responses = [page('a', 'n1'), json(410, { reason: 'Expired' }), page('a', 'n2'), page('b', '')]
  let asked = 0
  await withServer(
    (request, response) => responses[asked++]!(request, response),
    async (port) => {
      const client = makeClusterClient(() => accessTo(port))
      const { items } = await listAll(client, { path: '/api/v1/pods' }, soon(), nameOf)
      expect(items).toEqual(['a', 'b'])
      client.close()
    },
  )
})

test.each([
  ['repeats a page', [], () => 'same', 'repeats a page'],
  ['has no end', Array.from({ length: 40_000 }, () => ({})), (page: number) => `n${page}`, 'more than 100000 objects'],
])('a list that %s is the fault of the cluster', async (_what, items, next, message) => {
  let asked = 0
  const respond: Respond = (request, response) => {
    // Beyond ten pages it ends, so that the test does, too.
    const more = ++asked < 10 ? next(asked) : ''
    json(200, { metadata: { resourceVersion: '5', continue: more }, items })(request, response)
  }
  await withServer(respond, async (port) => {
    const client = makeClusterClient(() => accessTo(port))
    const listed = listAll(client, { path: '/api/v1/pods' }, soon(), (item) => item)
    await expect(listed).rejects.toMatchObject({ code: 'unreachable', message: expect.stringContaining(message) })
    client.close()
  })
})

test('a server that is too busy is asked again when it says', async () => {
  let asked = 0
  const respond: Respond = (request, response) =>
    ++asked === 1
      ? response.writeHead(429, { 'retry-after': '1' }).end('busy')
      : json(404, { kind: 'Status', reason: 'NotFound' })(request, response)
  await withServer(respond, async (port) => {
    const client = makeClusterClient(() => accessTo(port))
    expect(await client.ask({ method: 'GET', path: '/x', signal: soon() })).toMatchObject({ status: 404 })
    expect(asked).toBe(2)
    client.close()
  })
})

const runningPod = (namespace: string, labels: object) => ({
  metadata: { name: 'pod', namespace, uid: 'u', labels },
  spec: { nodeName: 'n' },
  status: { phase: 'Running', containerStatuses: [{ state: { running: { startedAt: '2026-11-22T10:00:00Z' } } }] },
})
const listOf = (...items: object[]) => json(200, { metadata: { resourceVersion: '1' }, items })

test('a pod with our labels in a namespace that is not ours is no instance', async () => {
  const order = anOrder({ image: 'acme/app', port: 8080 })
  const labels = labelsOf('test', order)
  const { 'service.deployment': _without, ...fewerLabels } = labels
  const impostors = [runningPod('stranger', labels), runningPod('stranger', fewerLabels)]
  await withEngine(listOf(...impostors), async (engine) => {
    expect(await engine.inspect(order.name, soon())).toBeUndefined()
    expect(await engine.list(soon())).toEqual([])
  })
  const own = runningPod(namespaceOf('test', order.companyId), labels)
  await withEngine(listOf(...impostors, own), async (engine) => {
    const instance = await engine.inspect(order.name, soon())
    expect(instance?.address?.host).toBe(`pod.${own.metadata.namespace}`)
  })
})

test.each([
  ['attempt', { attempt: 7 }],
  ['deployment', { deploymentId: 'dpl_other' }],
])('a pod of another %s does not make an order run', async (_what, fields) => {
  const order = anOrder({ image: 'acme/app' })
  const other = runningPod(namespaceOf('test', order.companyId), labelsOf('test', { ...order, ...fields }))
  const respond: Respond = (request, response) => {
    const { pathname } = new URL(request.url!, 'http://a')
    if (request.method === 'POST') return json(409, { reason: 'AlreadyExists' })(request, response)
    if (request.method === 'PATCH') return json(200, {})(request, response)
    if (pathname.endsWith('/pods')) return listOf(other)(request, response)
    if (pathname.includes('/pods/')) return json(200, other)(request, response)
    json(404, { reason: 'NotFound' })(request, response)
  }
  await withEngine(respond, async (engine) => {
    await expect(engine.apply(order, soon())).rejects.toThrow('The name of the pod is used by another application.')
  })
})

test('a login does not stay where no pod can be made, and finds a namespace that was deleted', async () => {
  const calls: string[] = []
  let isThere = true
  const respond: Respond = (request, response) => {
    const [path] = request.url!.split('?')
    const what = `${request.method} ${path!.replace(/\/svc-[^/]*/g, '/…')}`
    calls.push(what)
    if (what === 'GET /api/v1/pods' || what === 'GET /api/v1/namespaces/…/pods') {
      return json(200, { metadata: { resourceVersion: '1' }, items: [] })(request, response)
    }
    if (what === 'PATCH /api/v1/namespaces/…') isThere = true
    if (what === 'PATCH /api/v1/namespaces/…/secrets/…' && !isThere) return json(404, {})(request, response)
    if (what.startsWith('PATCH')) return json(200, {})(request, response)
    if (what === 'POST /api/v1/namespaces/…/pods') return json(422, { message: 'no such thing' })(request, response)
    return json(404, {})(request, response)
  }
  await withEngine(respond, async (engine) => {
    const registryLogin = { id: 'rgl_1', username: 'robot', password: 'p' }
    for (const order of [
      anOrder({ image: 'acme/app', registryLogin }),
      anOrder({ image: 'acme/app', registryLogin }),
    ]) {
      await expect(engine.apply(order, soon())).rejects.toMatchObject({ code: 'start-refused' })
      isThere = false
    }
    const secrets = calls.filter((call) => call.includes('/secrets/')).map((call) => call.split(' ')[0])
    expect(secrets).toEqual(['PATCH', 'DELETE', 'PATCH', 'PATCH', 'DELETE'])
  })
})
