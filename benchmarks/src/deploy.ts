/** Deploying: how many a second the service takes, and what it adds to the engine's own time until a container runs. */
import { http } from './deploy/parts/http.ts'
import { toRunning } from './deploy/parts/to-running.ts'
import type { Bench, Section } from './harness/bench.ts'

export const bench: Bench = {
  name: 'deploy',
  summary: 'Deployments per second through HTTP, and the time until a container runs over that of the raw engine.',
  parts: ['http', 'to-running'],
  async *run({ wanted, ...sampling }): AsyncIterable<Section> {
    if (wanted('http')) yield await http()
    if (wanted('to-running')) yield await toRunning(sampling)
  },
}
