/**
 * From the request to a pod that runs: a deployment through HTTP, and a raw create of a like pod with a wait for its
 * container by a watch, alternately.
 */

import type { Fields } from '@service/compute-engines/fields.ts'
import { makeClusterClient } from '@service/compute-engines/kubernetes/client/client.ts'
import { readKubeconfig } from '@service/compute-engines/kubernetes/client/kubeconfig.ts'
import { listAndWatch } from '@service/compute-engines/kubernetes/client/watch.ts'
import { testImage } from '@service/compute-testing/engine/container-service.ts'
import { type MeasuredCompute, startCompute } from '../../deploy/measured-compute.ts'
import type { Section } from '../../harness/bench.ts'
import { percentile } from '../../harness/intervals.ts'
import { type Sampling, sampleSize } from '../../harness/options.ts'
import { type MeasuredCluster, openMeasuredCluster } from '../measured-cluster.ts'

const warmUps = 3

export async function toRunning(sampling: Sampling): Promise<Section> {
  const title = 'To a running pod: the service over a raw create and watch, real kubelet, PostgreSQL'
  const measured = await openMeasuredCluster()
  if (typeof measured === 'string') return { title, figures: [], notes: [`Not measured: ${measured}.`] }
  const pairs: { raw: number; ours: number }[] = []
  try {
    const service = await startCompute(measured.ground)
    try {
      const count = warmUps + sampleSize(sampling, { byDefault: 40, full: 200 })
      for (let round = 0; round < count; round++) {
        const [raw, ours] = [await timeRaw(measured, round), await timeOurs(service, measured)]
        if (round >= warmUps) pairs.push({ raw, ours })
      }
    } finally {
      await service.stop()
    }
  } finally {
    await measured.close()
  }
  const [raws, all] = [pairs.map(({ raw }) => raw), pairs.map(({ ours }) => ours)]
  const figure = (name: string, value: number) => ({ name, value, unit: 'ms', n: pairs.length })
  return {
    title,
    figures: [50, 95].flatMap((p) => [
      figure(`raw create to running p${p}`, percentile(raws, p)),
      figure(`deploy to running p${p}`, percentile(all, p)),
      figure(`added, between percentiles, p${p}`, percentile(all, p) - percentile(raws, p)),
    ]),
    notes: [
      'The image is there and has a port, which must be found open through the API server for us. Bounds: 40 and 120 ms added.',
    ],
  }
}

const allPods = async ({ cluster }: MeasuredCluster) =>
  (await cluster.ask<{ items: unknown[] }>('GET', '/api/v1/pods')).body.items.length

async function timeRaw(measured: MeasuredCluster, round: number): Promise<number> {
  const path = measured.cluster.kubeconfigFile('admin')
  const client = makeClusterClient(() => readKubeconfig(path), path)
  const pods = '/api/v1/namespaces/default/pods'
  const watcher = new AbortController()
  const signal = AbortSignal.any([watcher.signal, AbortSignal.timeout(60_000)])
  const name = `raw-${round}`
  try {
    const watched = listAndWatch(client, { path: pods, fields: `metadata.name=${name}` }, signal, isRunning)
    await watched.next()
    const begun = performance.now()
    const seen = (async () => {
      for await (const change of watched) if (change.kind === 'changed' && change.object) return
    })()
    const container = { name: 'main', image: testImage, resources: { limits: { memory: String(64 * 2 ** 20) } } }
    const body = {
      metadata: { name },
      spec: { automountServiceAccountToken: false, terminationGracePeriodSeconds: 1, containers: [container] },
    }
    await client.ask({ method: 'POST', path: pods, body, signal })
    await seen
    const tookMs = performance.now() - begun
    await measured.cluster.ask('DELETE', `${pods}/${name}`, { gracePeriodSeconds: 0 })
    await untilNone(measured)
    return tookMs
  } finally {
    watcher.abort()
    client.close()
  }
}

const isRunning = (pod: Fields): boolean =>
  pod.inIfAny('status').listIfAny('containerStatuses')[0]?.inIfAny('state').has('running') === true

async function timeOurs({ baseUrl, secret }: MeasuredCompute, measured: MeasuredCluster): Promise<number> {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ gpu_type: 'H100', count: 1, image: testImage, port: 8080 })
  await fetch(`${baseUrl}/v1/compute/deployments`, { headers }).then((response) => response.text()) // connects
  const begun = performance.now()
  const response = await fetch(`${baseUrl}/v1/compute/deploy`, { method: 'POST', headers, body })
  const deployed = (await response.json()) as { deployment_id: string; status: string }
  const tookMs = performance.now() - begun
  if (deployed.status !== 'running') throw new Error(`A deployment came to ${JSON.stringify(deployed)}.`)
  const deployment = `${baseUrl}/v1/compute/deployments/${deployed.deployment_id}`
  await fetch(deployment, { method: 'DELETE', headers: { authorization: headers.authorization } })
  await untilNone(measured)
  return tookMs
}

async function untilNone(measured: MeasuredCluster): Promise<void> {
  for (const end = performance.now() + 30_000; performance.now() < end && (await allPods(measured)) > 0; ) {
    await new Promise((go) => setTimeout(go, 50))
  }
}
