/** A service whose hub is a real Kubernetes cluster, beside hubs whose kubeconfigs lead nowhere. */

import { request } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { greeting, testImage } from '@service/compute-testing/engine/container-service.ts'
import { type TestHubFile, writeHubFile } from '@service/compute-testing/hub-file.ts'
import { type HubCluster, startHubCluster } from '@service/compute-testing/kubernetes/hub-cluster.ts'
import { hasCluster } from '@service/compute-testing/kubernetes/test-cluster.ts'
import { newClient, type RunningService, runService } from '@service/compute-testing/running-service.ts'
import { byTester } from '@service/foundation-testing/acts.ts'
import { databaseEngines } from '@service/foundation-testing/database/database-engines.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

type Deployment = { deployment_id: string; status: string; hub: string; endpoint: string }

describe.runIf(hasCluster())('a Kubernetes cluster as a hub', () => {
  let cluster: HubCluster
  let hubFile: TestHubFile
  let service: RunningService
  let client: Awaited<ReturnType<typeof newClient>>
  beforeAll(async () => {
    cluster = await startHubCluster()
    hubFile = writeHubFile({
      'cluster-1': { kind: 'kubernetes', kubeconfig: cluster.kubeconfigFile('hub'), memoryPerGpuMb: 64 },
      roleless: { kind: 'kubernetes', kubeconfig: cluster.kubeconfigFile('nobody') },
      nofile: { kind: 'kubernetes', kubeconfig: '/no/such/kubeconfig' },
    })
    service = await runService(databaseEngines.at(-1)!, { settings: { COMPUTE_HUBS_FILE: hubFile.path } })
    client = await newClient(service)
  })
  afterAll(async () => {
    await service?.stop()
    hubFile?.remove()
    await cluster?.close()
  })

  async function deploy(fields: object = {}): Promise<Deployment> {
    const { body } = await client.send<Deployment>('POST', '/v1/compute/deploy', {
      ...{ gpu_type: 'H100', region: 'cluster-1', image: testImage, port: 8080 },
      ...fields,
    })
    return body
  }

  async function send(endpoint: string, options: { method?: string; body?: Buffer } = {}): Promise<Buffer> {
    const { port } = new URL(service.gatewayUrl)
    return new Promise((resolve, reject) => {
      const { method = 'GET', body } = options
      const asked = request({ host: '127.0.0.1', port, path: '/', method, headers: { Host: endpoint } }, (response) =>
        buffer(response).then(resolve, reject),
      )
      asked.on('error', reject).end(body)
    })
  }

  test('a deployment runs there, and the gateway reaches it through the API server', async () => {
    const deployment = await deploy()
    expect(deployment).toMatchObject({ status: 'running', hub: 'cluster-1' })
    expect((await send(deployment.endpoint)).toString()).toBe(greeting)
    const many = await Promise.all(Array.from({ length: 20 }, () => send(deployment.endpoint)))
    expect(new Set(many.map(String))).toEqual(new Set([greeting]))

    const stopped = await client.send<Deployment>('POST', `/v1/compute/deployments/${deployment.deployment_id}/stop`)
    expect(stopped.body.status).toBe('stopped')
    const { body } = await cluster.ask<{ items: unknown[] }>('GET', '/api/v1/pods?labelSelector=service.instance')
    expect(body.items.length).toBeLessThanOrEqual(1)
  })

  test('a WebSocket passes both ways', async () => {
    const respond =
      'printf "HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n\\r\\n"'
    const script = `while read -r line; do [ "\${#line}" -le 1 ] && break; done; ${respond}; exec cat`
    const command = ['/bin/nc', '-ll', '-p', '8080', '-e', '/bin/sh', '-c', script]
    const { endpoint, status } = await deploy({ command })
    expect(status).toBe('running')
    const { port } = new URL(service.gatewayUrl)
    const socket = connect(Number(port), '127.0.0.1')
    const key = Buffer.alloc(16).toString('base64')
    const upgrade = `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}`
    socket.write(`GET / HTTP/1.1\r\nHost: ${endpoint}\r\n${upgrade}\r\n\r\n`)
    let received = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      received += chunk
    })
    await expect.poll(() => received).toContain('\r\n\r\n')
    expect(received).toContain('101 Switching Protocols')
    socket.write('ping')
    await expect.poll(() => received).toMatch(/\r\n\r\nping$/)
    socket.destroy()
  })

  test('hubs whose kubeconfigs cannot be used are unreachable, and no other notices', async () => {
    const hubs = await service.administration.listHubs(byTester)
    expect(Object.fromEntries(hubs.map(({ hubId, state, silence }) => [hubId, [state, silence]]))).toEqual({
      'cluster-1': ['ready', null],
      nofile: ['unreachable', 'The kubeconfig file cannot be read.'],
      roleless: ['unreachable', 'The role of the service at the cluster lacks: everything that it needs.'],
    })
  })
})
