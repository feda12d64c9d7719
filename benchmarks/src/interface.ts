/** The administration interface in a real browser on a slow line and a slow processor, on the data of the demo. */
import { loadavg } from 'node:os'
import type { Bench, Section } from './harness/bench.ts'
import { measureScreen } from './interface/measure-screen.ts'
import { withDemo } from './interface/open-demo.ts'
import { screens } from './interface/screens.ts'

export const bench: Bench = {
  name: 'interface',
  summary:
    'Screens on a slow line and processor: until they can be used, the worst interaction, and how much they shift.',
  parts: Object.keys(screens),
  async *run({ wanted, sample = 5 }): AsyncIterable<Section> {
    const chosen = Object.entries(screens).filter(([part]) => wanted(part))
    for await (const section of withDemo(async function* (demo): AsyncIterable<Section> {
      for (const [part, screen] of chosen) yield await measureScreen(demo, part, screen, sample)
    })) {
      const load = `Load of the machine over the last minute: ${(loadavg()[0] ?? 0).toFixed(1)}.`
      yield { ...section, notes: [...(section.notes ?? []), load] }
    }
  },
}
