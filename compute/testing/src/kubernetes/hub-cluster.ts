/** A cluster as a hub: with the role that the documentation gives the service, and GPUs that no machine has. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Engine } from '@service/compute-engines/engine.ts'
import { readKubeconfig } from '@service/compute-engines/kubernetes/client/kubeconfig.ts'
import {
  type KubernetesEngineOptions,
  kubernetesEngine,
} from '@service/compute-engines/kubernetes/kubernetes-engine.ts'
import { parseAllDocuments } from 'yaml'
import { startTestCluster, type TestCluster } from './test-cluster.ts'

const roleFile = fileURLToPath(new URL('../../../../docs/production/kubernetes-hub.yaml', import.meta.url))

type Manifest = {
  kind: string
  apiVersion: string
  metadata: { name: string; namespace?: string }
  roleRef?: unknown
  subjects?: object[]
}

export type HubCluster = TestCluster & {
  /** As the user `hub`, with the role. */
  engine(options?: Partial<KubernetesEngineOptions>): Engine
}

export const clusterNodes = [{ name: 'node1', gpuType: 'H100', gpus: 8 }]
const mebibyte = 2 ** 20

export async function startHubCluster(options?: { registryPort: number }): Promise<HubCluster> {
  const cluster = await startTestCluster(options)
  await grantRole(cluster)
  await pretendGpus(cluster)
  const opened: Engine[] = []
  return {
    ...cluster,
    engine(changes) {
      const accessPath = cluster.kubeconfigFile('hub')
      const engine = kubernetesEngine({
        ...{ hubId: 'cluster-1', owner: 'test', nodes: clusterNodes, cpuOnly: false, accessPath },
        readAccess: () => readKubeconfig(accessPath),
        checkRegistry: async () => {},
        limitsPerGpu: { memoryBytes: 64 * mebibyte },
        stopGraceSeconds: 1,
        ...changes,
      })
      opened.push(engine)
      return engine
    },
    async close() {
      await Promise.all(opened.map((engine) => engine.close()))
      await cluster.close()
    },
  }
}

/** For the service account of the file, and the user of a certificate beside it. */
async function grantRole({ ask }: TestCluster): Promise<void> {
  const manifests = parseAllDocuments(readFileSync(roleFile, 'utf8')).map((document) => document.toJS() as Manifest)
  for (const manifest of manifests) {
    if (manifest.subjects) manifest.subjects.push({ kind: 'User', name: 'compute-hub' })
    const { status, body } = await ask('POST', collectionOf(manifest), manifest)
    if (status !== 201) throw new Error(`${manifest.kind} ${manifest.metadata.name}: ${JSON.stringify(body)}`)
  }
}

function collectionOf({ kind, apiVersion, metadata: { namespace } }: Manifest): string {
  const group = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  return `${group}${namespace ? `/namespaces/${namespace}` : ''}/${kind.toLowerCase()}s`
}

/** What a device plugin, and a kubelet that counts disk, would say of the node; it stays over restarts of the kubelet. */
async function pretendGpus({ ask }: TestCluster): Promise<void> {
  await ask('PATCH', '/api/v1/nodes/node1', {
    metadata: { labels: { 'nvidia.com/gpu.product': 'NVIDIA-H100-80GB-HBM3' } },
  })
  const amounts = { 'nvidia.com/gpu': '8', 'ephemeral-storage': '10Gi' }
  await ask('PATCH', '/api/v1/nodes/node1/status', { status: { capacity: amounts, allocatable: amounts } })
}
