/** Hubs that are lost, and hubs that only flap: how soon what ran there runs elsewhere, and whether anything runs twice. */
import { lossAndFlapping } from './failover/loss-and-flapping.ts'
import type { Bench } from './harness/bench.ts'

export const bench: Bench = {
  name: 'failover',
  summary: 'A hub that is gone, one that hangs and one that flaps, with the graces of the service as they are.',
  parts: ['simulated'],
  async *run() {
    yield await lossAndFlapping()
  },
}
