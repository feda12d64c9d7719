/** Placement: how many a second, in process, and whether any ever breaks a rule of region or sovereignty. */
import type { Bench, Section } from './harness/bench.ts'
import { sampleSize } from './harness/options.ts'
import { sovereignty } from './placement/parts/sovereignty.ts'
import { speed } from './placement/parts/speed.ts'

export const bench: Bench = {
  name: 'placement',
  summary: 'Placements per second beside a bare scan and a naive sort; rules of sovereignty, judged by an oracle.',
  parts: ['speed', 'sovereignty'],
  async *run({ wanted, ...options }): AsyncIterable<Section> {
    if (wanted('speed')) yield speed(sampleSize(options, { byDefault: 20_000, full: 200_000 }))
    if (wanted('sovereignty')) yield sovereignty(sampleSize(options, { byDefault: 1_000_000, full: 5_000_000 }))
  },
}
