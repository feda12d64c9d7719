import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testImage } from '../engine/container-service.ts'
import { hasCluster, startTestCluster, type TestCluster } from './test-cluster.ts'

type Pod = { status: { phase: string; containerStatuses: { state: { terminated: { exitCode: number } } }[] } }

describe.runIf(hasCluster())('the cluster of the tests', () => {
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await startTestCluster()
  })
  afterAll(() => cluster?.close())

  test('runs the containers of a pod, and survives a kill of its API server', async () => {
    const pod = {
      metadata: { name: 'three' },
      spec: {
        restartPolicy: 'Never',
        containers: [{ name: 'main', image: testImage, command: ['/bin/sh', '-c', 'exit 3'] }],
      },
    }
    const made = () => cluster.ask('POST', '/api/v1/namespaces/default/pods', pod).then(({ status }) => status)
    await expect.poll(made).toBe(201) // once the namespace has its account
    cluster.kill('kube-apiserver')
    await cluster.untilReady()
    const ended = () => cluster.ask<Pod>('GET', '/api/v1/namespaces/default/pods/three').then(({ body }) => body.status)
    await expect
      .poll(ended)
      .toMatchObject({ phase: 'Failed', containerStatuses: [{ state: { terminated: { exitCode: 3 } } }] })
  })
})
