/** A cluster of the benchmark's own as the one hub of a service in a process of its own. */
import type { HubCluster } from '@service/compute-testing/kubernetes/hub-cluster.ts'
import { startHubCluster } from '@service/compute-testing/kubernetes/hub-cluster.ts'
import { whyNoCluster } from '@service/compute-testing/kubernetes/test-cluster.ts'
import { type Ground, layGround, machineHub } from '../deploy/measured-compute.ts'

export type MeasuredCluster = { cluster: HubCluster; ground: Ground; close(): Promise<void> }

/** Or why there is none. */
export async function openMeasuredCluster(): Promise<MeasuredCluster | string> {
  const reason = whyNoCluster()
  if (reason) return reason
  const cluster = await startHubCluster()
  const engine = { kind: 'kubernetes', kubeconfig: cluster.kubeconfigFile('hub'), memoryPerGpuMb: 64 }
  const ground = await layGround([{ ...machineHub, engine }])
  if (!ground) {
    await cluster.close()
    return 'this machine has no PostgreSQL'
  }
  return {
    cluster,
    ground,
    async close() {
      await ground.remove()
      await cluster.close()
    },
  }
}
