/** A Kubernetes cluster as a hub: what the service adds to the cluster's own time, and the gateway to the API server's. */
import type { Bench, Section } from './harness/bench.ts'
import { kwok } from './kubernetes/parts/kwok.ts'
import { reach } from './kubernetes/parts/reach.ts'
import { toRunning } from './kubernetes/parts/to-running.ts'

export const bench: Bench = {
  name: 'kubernetes',
  summary:
    'A real cluster as a hub: the time until a pod runs over a raw create, the gateway over a raw port-forward, and a cluster of 1,000 pretended nodes.',
  parts: ['to-running', 'reach', 'kwok'],
  async *run({ wanted, ...sampling }): AsyncIterable<Section> {
    if (wanted('to-running')) yield await toRunning(sampling)
    if (wanted('reach')) yield await reach(sampling)
    if (wanted('kwok')) yield await kwok()
  },
}
