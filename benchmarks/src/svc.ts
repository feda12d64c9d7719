/** The command line: how long from the start of the process to its first output, and to its end. */
import type { Bench, Section } from './harness/bench.ts'
import { sampleSize } from './harness/options.ts'
import { coldStart } from './svc/parts/cold-start.ts'

export const bench: Bench = {
  name: 'svc',
  summary: 'Cold starts of the command line as it is published, and as one file, beside a bare Node.',
  parts: ['start'],
  async *run(options): AsyncIterable<Section> {
    yield await coldStart(sampleSize(options, { byDefault: 30, full: 200 }))
  },
}
