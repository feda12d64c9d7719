/** The dashboard of compute in a real browser, on the real service with simulated hubs. */
import { loadavg } from 'node:os'
import { changes } from './dashboard/changes.ts'
import { withDashboard } from './dashboard/open-dashboard.ts'
import { plan } from './dashboard/plan.ts'
import { stream } from './dashboard/stream.ts'
import { simulatedHubs } from './deploy/measured-compute.ts'
import type { Bench, Section } from './harness/bench.ts'

export const bench: Bench = {
  name: 'dashboard',
  summary: 'How soon a change is seen, how soon a plan follows the last key stroke, and 500 deployments that change.',
  parts: ['changes', 'plan', 'plan-of-fleet', 'stream'],
  async *run({ wanted }): AsyncIterable<Section> {
    const fleet = simulatedHubs(10_000, { nodes: 8, perNode: 8 })
    const parts = [
      { part: 'changes', measure: changes },
      { part: 'plan', measure: plan },
      { part: 'plan-of-fleet', measure: plan, hubs: fleet },
      { part: 'stream', measure: stream },
    ]
    for (const { part, measure, hubs } of parts) {
      if (!wanted(part)) continue
      const section = await withDashboard(measure, hubs)
      const load = `Load of the machine over the last minute: ${(loadavg()[0] ?? 0).toFixed(1)}.`
      yield { ...section, notes: [...(section.notes ?? []), load] }
    }
  },
}
