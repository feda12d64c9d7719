/**
 * From the request to a container that runs: a deployment through HTTP, and the engine's own create and start of the same
 * container, alternately.
 */

import { noResources } from '@service/compute-domain/resources/model/resources.ts'
import { makeEngineClient } from '@service/compute-engines/docker/client.ts'
import { podmanCreate } from '@service/compute-engines/docker/create-call.ts'
import { containerPath } from '@service/compute-engines/docker/machine.ts'
import { ownAddress } from '@service/compute-engines/docker/own-address.ts'
import type { ContainerService } from '@service/compute-testing/engine/container-service.ts'
import { startTestPodman, whyNoPodman } from '@service/compute-testing/engine/podman.ts'
import type { Section } from '../../harness/bench.ts'
import { percentile } from '../../harness/intervals.ts'
import { type Sampling, sampleSize } from '../../harness/options.ts'
import { layGround, type MeasuredCompute, machineHub, startCompute } from '../measured-compute.ts'

const warmUps = 3

export async function toRunning(sampling: Sampling): Promise<Section> {
  const title = 'To a running container: the service over the raw engine, PostgreSQL, Podman'
  const reason = whyNoPodman()
  if (reason) return { title, figures: [], notes: [`Not measured: ${reason}.`] }
  const podman = await startTestPodman()
  const ground = await layGround([machineHub], { COMPUTE_DOCKER_HOST: podman.socketPath, COMPUTE_COUNTRY: 'DE' })
  try {
    if (!ground) return { title, figures: [], notes: ['Not measured: this machine has no PostgreSQL.'] }
    const service = await startCompute(ground)
    const pairs: { raw: number; ours: number }[] = []
    try {
      const count = warmUps + sampleSize(sampling, { byDefault: 40, full: 200 })
      for (let round = 0; round < count; round++) {
        const [raw, ours] = [await timeRaw(podman, round), await timeOurs(service, podman)]
        if (round >= warmUps) pairs.push({ raw, ours })
      }
    } finally {
      await service.stop()
    }
    const over = pairs.map(({ raw, ours }) => ours - raw)
    const figure = (name: string, values: readonly number[], p: number) => ({
      name: `${name} p${p}`,
      value: percentile(values, p),
      unit: 'ms',
      n: pairs.length,
    })
    const [raws, all] = [pairs.map(({ raw }) => raw), pairs.map(({ ours }) => ours)]
    return {
      title,
      figures: [
        ...[50, 95].map((p) => figure('raw create and start', raws, p)),
        ...[50, 95].map((p) => figure('deploy to running', all, p)),
        ...[50, 95].map((p) => figure('added, pair by pair,', over, p)),
        ...[50, 95].map((p) => ({
          name: `added, between percentiles, p${p}`,
          value: percentile(all, p) - percentile(raws, p),
          unit: 'ms',
          n: pairs.length,
        })),
      ],
      notes: [
        'Both on one connection that is kept; the image is there and has a port, which must accept connections for us.',
      ],
    }
  } finally {
    await ground?.remove()
    await podman.close()
  }
}

async function timeRaw({ socketPath, image }: ContainerService, round: number): Promise<number> {
  const client = makeEngineClient({ socketPath })
  const signal = AbortSignal.timeout(60_000)
  const name = `raw-${round}`
  const order = {
    ...{ name, deploymentId: 'dep_raw', companyId: 'cmp_raw', attempt: 1, image, command: null, env: {}, port: 8080 },
    ...{ args: null, registryLogin: null, resources: noResources },
    ...{ gpuType: 'H100', nodes: [{ name: 'h100-1', gpus: 1 }], job: false },
  }
  const published = ownAddress(name, 1)
  const plan = {
    order,
    image,
    labels: {},
    network: null,
    port: 8080,
    published,
    devices: [],
    deviceKind: '',
    processes: 2_048,
  }
  try {
    await client.ask({ method: 'GET', path: '/_ping', signal }) // connects
    const begun = performance.now()
    const made = await client.ask({
      ...podmanCreate({ ...plan, memoryBytes: 8_192 * 2 ** 20, cpuShares: 1_024, cpus: null }),
      signal,
    })
    const started = await client.ask({ method: 'POST', path: containerPath(name, '/start'), signal })
    const tookMs = performance.now() - begun
    if (made.status !== 201 || started.status !== 204) throw new Error(`${made.message} ${started.message}`)
    await client.ask({ method: 'DELETE', path: `/v4.0.0/libpod${containerPath(name)}?force=true&timeout=0`, signal })
    return tookMs
  } finally {
    client.close()
  }
}

async function timeOurs({ baseUrl, secret }: MeasuredCompute, { image, command }: ContainerService): Promise<number> {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ gpu_type: 'H100', count: 1, image, port: 8080 })
  await fetch(`${baseUrl}/v1/compute/deployments`, { headers }).then((response) => response.text()) // connects
  const begun = performance.now()
  const response = await fetch(`${baseUrl}/v1/compute/deploy`, { method: 'POST', headers, body })
  const deployed = (await response.json()) as { deployment_id: string; status: string }
  const tookMs = performance.now() - begun
  if (deployed.status !== 'running') throw new Error(`A deployment came to ${JSON.stringify(deployed)}.`)
  const deployment = `${baseUrl}/v1/compute/deployments/${deployed.deployment_id}`
  await fetch(deployment, { method: 'DELETE', headers: { authorization: headers.authorization } })
  const endBy = performance.now() + 30_000
  while (command('ps', '--all', '--quiet') && performance.now() < endBy) await new Promise((go) => setTimeout(go, 50))
  return tookMs
}
