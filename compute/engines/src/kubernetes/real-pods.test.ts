/** What is to hold of pods beyond the contract of all engines, on a real cluster: whatever others do to them. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { greeting, testImage } from '@service/compute-testing/engine/container-service.ts'
import { anOrder, inTime } from '@service/compute-testing/engine/engine-contract.ts'
import { type HubCluster, startHubCluster } from '@service/compute-testing/kubernetes/hub-cluster.ts'
import { hasCluster } from '@service/compute-testing/kubernetes/test-cluster.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Engine, InstanceOrder } from '../engine.ts'
import { readKubeconfig } from './client/kubeconfig.ts'
import { namespaceOf } from './labels.ts'

type PodList = {
  items: { metadata: { name: string; namespace: string; uid: string; finalizers?: string[] }; spec: Spec }[]
}
type Spec = { nodeName?: string; containers: { volumeMounts?: unknown[] }[] }

/** Of nobody. */
const anotherAuthority = `-----BEGIN CERTIFICATE-----
MIIBfDCCASGgAwIBAgIUea58onA24pmB3KXyfN2TwhKZo20wCgYIKoZIzj0EAwIw
EjEQMA4GA1UEAwwHYW5vdGhlcjAgFw0yNjExMjMwMDM1MzdaGA8yMTI2MTAzMDAw
MzUzN1owEjEQMA4GA1UEAwwHYW5vdGhlcjBZMBMGByqGSM49AgEGCCqGSM49AwEH
A0IABGBiAoIB6C1uJ49TG/FYHEj6wqGwJEeWv6jHJxQh6OZFx/+LcqaSe4/2JaWi
eXS9/TZX+ziD1LQM5mj37Ef8H9yjUzBRMB0GA1UdDgQWBBTNe5Wd1Y9f6YhgOTMh
RxcnRF91wzAfBgNVHSMEGDAWgBTNe5Wd1Y9f6YhgOTMhRxcnRF91wzAPBgNVHRMB
Af8EBTADAQH/MAoGCCqGSM49BAMCA0kAMEYCIQDhdEUlh6hkGWG/zFQeOYAE6Ixy
6o+CC7OdB08GkYq7lgIhAL8UsS+Q2cFElCqmchFMLWbYmfRXimNZjYaM83HA5XHd
-----END CERTIFICATE-----
`

describe.runIf(hasCluster())('pods on a real cluster', () => {
  let cluster: HubCluster
  let engine: Engine
  let folder: string
  const namespace = namespaceOf('test', 'cmp_a')

  beforeAll(async () => {
    cluster = await startHubCluster()
    engine = cluster.engine()
    folder = mkdtempSync(join(tmpdir(), 'service-kube-'))
  })
  afterAll(async () => {
    await cluster?.close()
    if (folder) rmSync(folder, { recursive: true })
  })
  beforeEach(async () => {
    for (const { name } of await engine.list(inTime())) await engine.remove(name, inTime())
  })

  const aService = (fields: Partial<InstanceOrder> = {}) => anOrder({ image: testImage, port: 8080, ...fields })
  const podPath = (name: string) => `/api/v1/namespaces/${namespace}/pods/${name}`
  const podsOf = async (name: string) =>
    (await cluster.ask<PodList>('GET', `/api/v1/pods?labelSelector=service.instance%3D${name}`)).body.items
  const faultOf = (work: Promise<unknown>) =>
    work.then(
      () => 'no fault',
      ({ code, message }) => `${code}: ${message}`,
    )

  async function get(order: InstanceOrder): Promise<string> {
    const { address } = (await engine.inspect(order.name, inTime()))!
    const stream = await engine.connect!(address!, inTime())
    stream.write('GET / HTTP/1.0\r\n\r\n')
    return (await textOf(stream)).split('\r\n\r\n')[1]!
  }

  test('a pod has no token, its company a namespace with rules, and its port is reached through the API server', async () => {
    const order = aService({ env: { PRICE: '$(HOME) $$5' }, command: null })
    await engine.apply(order, inTime())
    await expect.poll(() => get(order).catch(() => '')).toBe(greeting)

    const [pod] = await podsOf(order.name)
    expect(pod!.spec).toMatchObject({
      serviceAccountName: 'service-workload',
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      containers: [
        {
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
          resources: { limits: { memory: String(64 * 2 ** 20), 'nvidia.com/gpu': '1' } },
        },
      ],
    })
    expect(pod!.spec.containers[0]!.volumeMounts ?? []).toEqual([])
    const { body: made } = await cluster.ask('GET', `/api/v1/namespaces/${namespace}`)
    expect(made).toMatchObject({ metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'baseline' } } })
    const policies = `/apis/networking.k8s.io/v1/namespaces/${namespace}/networkpolicies/service-company`
    expect((await cluster.ask('GET', policies)).status).toBe(200)
  })

  test('a login for the registry is a secret beside the pod, and goes with it', async () => {
    const registryLogin = { id: 'rgl_1', username: 'robot', password: 'only:reads' }
    const order = aService({ registryLogin })
    const secret = async () => {
      const path = `/api/v1/namespaces/${namespace}/secrets/${order.name}`
      const { status, body } = await cluster.ask<{ data?: Record<string, string> }>('GET', path)
      return { status, text: Buffer.from(body.data?.['.dockerconfigjson'] ?? '', 'base64').toString() }
    }
    await engine.apply(order, inTime())
    const [pod] = await podsOf(order.name)
    expect(pod!.spec).toMatchObject({ imagePullSecrets: [{ name: order.name }] })
    expect(JSON.stringify(pod)).not.toContain('only:reads')
    expect((await secret()).text).toContain('"username":"robot","password":"only:reads"')
    await engine.remove(order.name, inTime())
    expect((await secret()).status).toBe(404)
  })

  test('variables and arguments arrive as they were ordered', async () => {
    const command = ['/bin/sh', '-c', 'echo "$PRICE $0"', '$(PRICE)']
    const order = anOrder({ image: testImage, env: { PRICE: '$(HOME) $$5 $' }, command, job: true })
    await engine.apply(order, inTime())
    await expect.poll(async () => (await engine.inspect(order.name, inTime()))?.state).toBe('exited')
    const lines: string[] = []
    const all = { follow: false, since: null, tail: null }
    for await (const { text } of engine.logs(order.name, all, inTime())) lines.push(text)
    expect(lines).toEqual(['$(HOME) $$5 $ $(PRICE)'])
  })

  test('a port where nothing listens is refused', async () => {
    const order = aService({ port: 9 })
    await engine.apply(order, inTime())
    const { address } = (await engine.inspect(order.name, inTime()))!
    const stream = await engine.connect!(address!, inTime())
    await expect(textOf(stream)).rejects.toThrow('cannot be reached')
  })

  test('the name of a pod that somebody else has is not taken over', async () => {
    await engine.apply(aService(), inTime()) // so that the namespace is there
    const order = aService()
    const stranger = { metadata: { name: order.name }, spec: { containers: [{ name: 'main', image: testImage }] } }
    expect((await cluster.ask('POST', podPath(''), stranger)).status).toBe(201)
    expect(await faultOf(engine.apply(order, inTime()))).toContain('start-refused: The name of the pod is used')
    await engine.remove(order.name, inTime())
    expect(await engine.stop(order.name, 1, inTime())).toBeUndefined()
    expect((await cluster.ask('GET', podPath(order.name))).status).toBe(200)
    await cluster.ask('DELETE', podPath(order.name), { gracePeriodSeconds: 0 })
  })

  test('an order over two nodes is two pods that count as one', async () => {
    const nodes = [
      { name: 'n-1', gpus: 2 },
      { name: 'n-2', gpus: 2 },
    ]
    const order = aService({ nodes })
    expect(await engine.apply(order, inTime())).toMatchObject({ name: order.name, state: 'running' })
    expect((await podsOf(order.name)).map(({ metadata }) => metadata.name)).toEqual([
      `${order.name}-0`,
      `${order.name}-1`,
    ])
    expect(await engine.list(inTime())).toHaveLength(1)
    const service = `/api/v1/namespaces/${namespace}/services/${order.name}`
    expect((await cluster.ask('GET', service)).status).toBe(200)
    expect(await engine.stop(order.name, 1, inTime())).toMatchObject({ state: 'exited' })
    await engine.remove(order.name, inTime())
    expect(await podsOf(order.name)).toEqual([])
    expect((await cluster.ask('GET', service)).status).toBe(404)
  })

  test.each([
    ['deleted', (name: string) => cluster.ask('DELETE', podPath(name), { gracePeriodSeconds: 1 })],
    [
      'evicted',
      (name: string) =>
        cluster.ask('POST', `${podPath(name)}/eviction`, {
          ...{
            apiVersion: 'policy/v1',
            kind: 'Eviction',
            metadata: { name },
            deleteOptions: { gracePeriodSeconds: 1 },
          },
        }),
    ],
  ])('a pod that somebody else has %s stays until its end is read', async (_how, end) => {
    const order = aService()
    await engine.apply(order, inTime())
    await end(order.name)
    await expect.poll(() => engine.inspect(order.name, inTime())).toMatchObject({ state: 'exited', exitCode: 0 })
    expect(await engine.apply(order, inTime())).toMatchObject({ state: 'exited' })
    await engine.remove(order.name, inTime())
    expect(await podsOf(order.name)).toEqual([])
  })

  test('a pod on a silent node does not count as ended, and is let go only once its node has ended it', async () => {
    const order = aService()
    await engine.apply(order, inTime())
    cluster.kill('kubelet', { hold: true })
    try {
      expect(await faultOf(engine.remove(order.name, AbortSignal.timeout(1_500)))).toContain('unreachable')
      await cluster.ask('DELETE', podPath(order.name), { gracePeriodSeconds: 0 }) // by force, as people do
      expect(await engine.inspect(order.name, inTime())).toMatchObject({ state: 'running' })
    } finally {
      cluster.release('kubelet')
    }
    await engine.remove(order.name, inTime())
    expect(await podsOf(order.name)).toEqual([])
  })

  test('what was ordered while the API server was killed is made once', async () => {
    const order = aService()
    const first = faultOf(engine.apply(order, inTime()))
    cluster.kill('kube-apiserver')
    await first
    await expect.poll(() => faultOf(engine.apply(order, inTime()))).toBe('no fault')
    expect(await podsOf(order.name)).toHaveLength(1)
  })

  test('hints go on after the cluster has forgotten what was watched', async () => {
    await engine.apply(aService(), inTime())
    await cluster.compact()
    cluster.kill('kube-apiserver')
    await cluster.untilReady()
    const watcher = new AbortController()
    const seen = new Set<string>()
    const watched = (async () => {
      for await (const { name } of engine.watch(watcher.signal)) seen.add(name)
    })()
    const order = aService()
    await expect.poll(() => faultOf(engine.apply(order, inTime()))).toBe('no fault')
    await expect.poll(() => [...seen]).toContain(order.name)
    watcher.abort()
    await watched
  })

  test('GPUs that others hold are not offered, and an order that does not fit is refused', async () => {
    const other = {
      metadata: { name: 'other' },
      spec: {
        containers: [{ name: 'main', image: testImage, resources: { limits: { 'nvidia.com/gpu': '3' } } }],
      },
    }
    await expect
      .poll(async () => (await cluster.ask('POST', '/api/v1/namespaces/default/pods', other)).status)
      .toBe(201)
    const pods = async () => (await cluster.ask<PodList>('GET', '/api/v1/namespaces/default/pods')).body.items
    await expect.poll(async () => (await pods())[0]?.spec.nodeName).toBe('node1')
    const another = cluster.engine({ scheduleWithinMs: 300 })
    expect((await another.probe(inTime())).nodes).toEqual([{ name: 'node1', gpuType: 'H100', gpus: 5 }])
    const six = aService({ nodes: [{ name: 'n-1', gpus: 6 }] })
    expect(await faultOf(another.apply(six, inTime()))).toContain('no-room: No node of the hub has room')
    expect(await podsOf(six.name)).toEqual([])
    expect(await faultOf(another.apply(aService({ gpuType: 'H200' }), inTime()))).toContain(
      'no-room: No node of the hub has a GPU',
    )
    await cluster.ask('DELETE', '/api/v1/namespaces/default/pods/other', { gracePeriodSeconds: 0 })
  })

  test('a company has no more than its quota', async () => {
    const another = cluster.engine({ quota: { 'requests.nvidia.com/gpu': '2' } })
    const order = aService({ companyId: 'cmp_small', nodes: [{ name: 'n-1', gpus: 3 }] })
    await expect.poll(() => faultOf(another.apply(order, inTime()))).toContain('no-room: The quota of the hub')
  })

  test('a role that lacks a verb is named with it, before anything is placed', async () => {
    const nobody = cluster.kubeconfigFile('nobody')
    const roleless = cluster.engine({ readAccess: () => readKubeconfig(nobody) })
    expect(await faultOf(roleless.probe(inTime()))).toContain(
      'unreachable: The role of the service at the cluster lacks: everything',
    )
    const role = '/apis/rbac.authorization.k8s.io/v1/clusterroles/compute-hub'
    const { rules } = (await cluster.ask<{ rules: { resources: string[]; verbs: string[] }[] }>('GET', role)).body
    const without = rules.map((rule) =>
      rule.resources[0] === 'pods' ? { ...rule, verbs: rule.verbs.filter((verb) => verb !== 'watch') } : rule,
    )
    await cluster.ask('PATCH', role, { rules: without })
    await expect.poll(() => faultOf(cluster.engine().probe(inTime()))).toContain('lacks: watch pods.')
    await cluster.ask('PATCH', role, { rules })
    await expect.poll(() => faultOf(cluster.engine().probe(inTime()))).toBe('no fault')
  })

  test('a kubeconfig that is mended is read again, with a plugin or a token as with a certificate', async () => {
    const path = join(folder, 'kubeconfig')
    writeFileSync(path, 'users: [')
    const mended = cluster.engine({ readAccess: () => readKubeconfig(path), accessPath: path })
    expect(await faultOf(mended.probe(inTime()))).toContain('unreachable: The kubeconfig is not valid YAML')

    const config = cluster.kubeconfigFor('hub')
    const [user] = config.users
    const credential = {
      ...{ apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential' },
      status: {
        clientCertificateData: textIn(user!.user['client-certificate-data']),
        clientKeyData: textIn(user!.user['client-key-data']),
      },
    }
    writeFileSync(join(folder, 'credential.json'), JSON.stringify(credential))
    const exec = { apiVersion: credential.apiVersion, command: 'cat', args: [join(folder, 'credential.json')] }
    writeFileSync(path, JSON.stringify({ ...config, users: [{ name: 'hub', user: { exec } }] }))
    await expect.poll(() => faultOf(mended.probe(inTime()))).toBe('no fault')

    writeFileSync(path, JSON.stringify({ ...config, users: [{ name: 'hub', user: { token: 'wrong' } }] }))
    await expect.poll(() => faultOf(mended.probe(inTime()))).toContain('refuses the credentials')
    const account = '/api/v1/namespaces/compute-hub/serviceaccounts/compute-hub/token'
    const { body } = await cluster.ask<{ status: { token: string } }>('POST', account, { spec: {} })
    writeFileSync(join(folder, 'token'), body.status.token)
    writeFileSync(path, JSON.stringify({ ...config, users: [{ name: 'hub', user: { tokenFile: 'token' } }] }))
    await expect.poll(() => faultOf(mended.probe(inTime()))).toBe('no fault')

    const other = readFileSync(cluster.kubeconfigFile('hub'), 'utf8').replace(
      config.clusters[0]!.cluster['certificate-authority-data'],
      Buffer.from(anotherAuthority).toString('base64'),
    )
    writeFileSync(path, other)
    await expect.poll(() => faultOf(mended.probe(inTime()))).toContain('certificate of the API server is not the one')
  })
})

const textIn = (base64: string | undefined): string => Buffer.from(base64 ?? '', 'base64').toString()

async function textOf(stream: Duplex): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
