/** How long a report takes to set, from nothing and after another, and what its thread holds. */
import { WorkerThread } from '@service/foundation/threads/worker-thread.ts'
import { buildDocument } from '@service/reputation-server/reports/content/build-document.ts'
import { makeTypeset } from '@service/reputation-server/reports/typeset/typeset.ts'
import { someFacts, uglyFacts } from '@service/reputation-testing/report-facts.ts'
import type { Bench, Figure, Section } from './harness/bench.ts'
import { median } from './harness/intervals.ts'

const rounds = 5
const warmPerRound = 5

export const bench: Bench = {
  name: 'report',
  summary: 'Setting a report as PDF: cold (thread, module and fonts included), warm (another month), memory.',
  parts: ['plain', 'ugly'],
  async *run({ wanted }): AsyncIterable<Section> {
    if (wanted('plain')) yield await measure('plain', someFacts)
    if (wanted('ugly')) yield await measure('ugly', uglyFacts)
  },
}

async function measure(group: string, factsOf: typeof someFacts): Promise<Section> {
  const cold: number[] = []
  const warm: number[] = []
  const held: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = process.memoryUsage().rss
    const thread = new WorkerThread({ name: 'reports', timeoutMs: 60_000 })
    const typeset = makeTypeset({ thread, fonts: '/nowhere' })
    // Another company and another month each time: nothing is fast for having been set before.
    const set = async (index: number) => {
      const facts = factsOf()
      facts.news.subject.name = `Company ${round} ${index}`
      facts.period = `20${10 + index}-0${1 + round}`
      const began = performance.now()
      await typeset(buildDocument(facts, { revision: index + 1, madeAt: Date.UTC(2026, 10, 3) }))
      return performance.now() - began
    }
    cold.push(await set(0))
    for (let index = 1; index <= warmPerRound; index++) warm.push(await set(index))
    held.push((process.memoryUsage().rss - before) / 1e6)
    await thread.close()
  }
  const figure = (name: string, values: readonly number[], unit: 'ms' | 'MB'): Figure => ({
    group,
    name,
    value: median(values),
    n: values.length,
    unit,
  })
  return {
    title: `A report, ${group}`,
    figures: [figure('cold', cold, 'ms'), figure('warm', warm, 'ms'), figure('memory', held, 'MB')],
  }
}
