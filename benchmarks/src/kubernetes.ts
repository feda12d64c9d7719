/** A Kubernetes cluster as a hub: what the service adds to the cluster's own time, and the gateway to the API server's. */
import type { Bench, Section } from './harness/bench.ts'
import { reach } from './kubernetes/parts/reach.ts'
import { toRunning } from './kubernetes/parts/to-running.ts'

export const bench: Bench = {
  name: 'kubernetes',
  summary:
    'A real cluster as a hub: the time until a pod runs over a raw create, and the gateway over a raw port-forward.',
  parts: ['to-running', 'reach'],
  async *run({ wanted, ...sampling }): AsyncIterable<Section> {
    if (wanted('to-running')) yield await toRunning(sampling)
    if (wanted('reach')) yield await reach(sampling)
  },
}
