/**
 * What watching one cluster takes, in a process of its own that is started with `--expose-gc`: its argument is the kubeconfig, and it
 * messages the parent what it holds and how much larger it is once it has read the cluster and watches it.
 */
import { readKubeconfig } from '@service/compute-engines/kubernetes/client/kubeconfig.ts'
import { kubernetesEngine } from '@service/compute-engines/kubernetes/kubernetes-engine.ts'
import { residentMB } from '../harness/process-figures.ts'

export type EngineMemory = { heldMB: number; residentMB: number; nodes: number; instances: number }

const rounds = 5
const accessPath = process.argv[2]!
const held = (): number => {
  gc!()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}
const before = { held: held(), resident: residentMB(process.pid) }
const engine = kubernetesEngine({
  ...{ hubId: 'cluster-1', owner: 'test', nodes: [], cpuOnly: false, accessPath },
  readAccess: () => readKubeconfig(accessPath),
  checkRegistry: async () => {},
})
const watching = new AbortController()
void (async () => {
  for await (const _hint of engine.watch(watching.signal));
})()
let [nodes, instances] = [0, 0]
for (let round = 0; round < rounds; round++) {
  nodes = (await engine.probe(AbortSignal.timeout(30_000))).nodes.length
  instances = (await engine.list(AbortSignal.timeout(30_000))).length
}
process.send?.({
  heldMB: held() - before.held,
  residentMB: residentMB(process.pid) - before.resident,
  nodes,
  instances,
} satisfies EngineMemory)
process.once('disconnect', () => process.exit(0))
