/** The dashboard of compute in a real browser, on the real service with simulated hubs. */
import { loadavg } from 'node:os'
import { changes } from './dashboard/changes.ts'
import { withDashboard } from './dashboard/open-dashboard.ts'
import { plan } from './dashboard/plan.ts'
import { stream } from './dashboard/stream.ts'
import type { Bench, Section } from './harness/bench.ts'

export const bench: Bench = {
  name: 'dashboard',
  summary: 'How soon a change is seen, how soon a plan follows the last key stroke, and 500 deployments that change.',
  parts: ['changes', 'plan', 'stream'],
  async *run({ wanted }): AsyncIterable<Section> {
    for (const [part, measure] of Object.entries({ changes, plan, stream })) {
      if (!wanted(part)) continue
      const section = await withDashboard(measure)
      const load = `Load of the machine over the last minute: ${(loadavg()[0] ?? 0).toFixed(1)}.`
      yield { ...section, notes: [...(section.notes ?? []), load] }
    }
  },
}
