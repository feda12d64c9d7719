/** Deploying: how many a second the service takes. */
import { http } from './deploy/parts/http.ts'
import type { Bench, Section } from './harness/bench.ts'

export const bench: Bench = {
  name: 'deploy',
  summary: 'Deployments per second through HTTP.',
  parts: ['http'],
  async *run({ only }): AsyncIterable<Section> {
    const wanted = (part: string) => !only || only.includes(part)
    if (wanted('http')) yield await http()
  },
}
